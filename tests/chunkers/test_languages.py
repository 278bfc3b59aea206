"""Each language on a small snippet: what begins a definition or heading begins a chunk."""

from typing import get_args

import pytest

from ragstone.chunkers.catalog import CHUNKERS
from ragstone.chunkers.splitting.languages import LANGUAGES, Language
from ragstone.chunkers.verify import verify
from ragstone.errors import ParameterError
from ragstone.model.block import TextBlock
from ragstone.model.chunk import BoundaryReason
from ragstone.model.section import Section

#: Lines that open with `>>` must each begin a chunk; the mark is not part of the snippet.
SNIPPETS: dict[str, str] = {
    "c": """#include <stdio.h>
>>struct tide { int hour; double height; };
>>/* Prints one tide. */
static void print_tide(const struct tide *t)
{
    if (t->hour > 0) { printf("%d", t->hour); }
}
>>int main(void) {
    for (int i = 0; i < 3; i++) { puts("x"); }
    return 0;
}
""",
    "cobol": """>>       IDENTIFICATION DIVISION.
       PROGRAM-ID. TIDES.
>>       DATA DIVISION.
>>       WORKING-STORAGE SECTION.
       01 WS-HOUR PIC 9(2).
>>       PROCEDURE DIVISION.
           DISPLAY "HIGH WATER AT NOON TODAY".
>>       SHOW-TIDE.
           DISPLAY WS-HOUR.
           DISPLAY "THAT WAS ALL THERE IS".
""",
    "cpp": """#include <vector>
>>namespace harbour {
>>class Tide {
>>public:
    explicit Tide(int hour) : hour_(hour) { check_the_hour(hour); }
>>private:
    int hour_ = 12; double height_ = 3.4;
};
}
>>template <typename T>
T highest(const std::vector<T>& tides) {
    return tides.empty() ? T{} : tides.front();
}
""",
    "csharp": """using System;
>>namespace Harbour {
>>    [Serializable]
    public class Tide {
>>        public int Hour { get; set; } = 12; // at noon, or so
>>        public override string ToString() {
            return $"{Hour}:00 at the harbour wall";
        }
    }
}
""",
    "elixir": """>>defmodule Harbour.Tides do
  @moduledoc "Tides of the harbour and its islands."
>>  @doc "The hour of high water."
  def high_water(day) do
    rem(day * 50, 1440) |> div(60)
  end
>>  defp in_range?(hour) do
    hour >= 0 and hour < 24 and true
  end
end
""",
    "go": """package harbour
>>import "fmt"
>>// Tide is one high water.
type Tide struct {
	Hour int
	Height float64
}
>>func (t Tide) String() string {
	return fmt.Sprintf("%d:00 %f", t.Hour, t.Height)
}
>>func main() {
	fmt.Println(Tide{12, 3.4}, "at the harbour")
}
""",
    "haskell": """>>module Harbour.Tides where
>>import Data.List (sortOn, maximumBy, intercalate)
>>data Tide = Tide { hour :: Int, height :: Double }
>>-- | The highest of all tides.
highest :: [Tide] -> Tide
highest = last . sortOn height
>>instance Show Tide where
  show t = "at " ++ show (hour t) ++ ":00"
""",
    "html": """<html><head><title>Tides of the harbour</title></head>
>><body>
>><h1>High water at the wall</h1>
>><p>The ferry waits for high water, which comes at noon.</p>
>><h2>Islands to the north</h2>
>><table><tr><td>Skerry</td><td>at a quarter past one</td></tr></table>
</body></html>
""",
    "java": """package harbour;
>>@Deprecated
public final class Tide {
    private final int hour = 12; // noon, local time
>>    /** The hour of high water. */
    public int hour() {
        if (hour > 23) { throw new IllegalStateException(); }
        return hour;
    }
>>    boolean isHigh() {
        return hour == 12 || hour == 24 || hour == 0;
    }
}
""",
    "js": """import fs from 'fs';
>>export async function highWater(day) {
  if (day < 0) { throw new Error('no such day'); }
  return (day * 50) % 1440;
}
>>class Harbour {
>>  constructor(tides) {
    this.tides = tides; this.name = 'the harbour';
  }
>>  async highest(day) {
    return Math.max(...this.tides.map((t) => t.height));
  }
}
""",
    "kotlin": """package harbour
>>data class Tide(val hour: Int, val height: Double)
>>/** The highest of all tides. */
fun highest(tides: List<Tide>): Tide? {
    return tides.maxByOrNull { it.height }
}
>>object Harbour {
    private val name: String = "the old harbour"
>>    @JvmStatic
    internal fun open(hour: Int): Boolean {
        return hour in 6..22 && name.isNotEmpty()
    }
}
""",
    "latex": r"""\documentclass{article}
>>\begin{document}
>>\section{Tides}
High water comes at noon, and the ferry waits for it.
>>\subsection{Islands}
A fare costs \$5 or \$6, and $a+b$ is never cut for it.
>>\begin{itemize}
\item Skerry, a quarter past one in the afternoon
\end{itemize}
\end{document}
""",
    "lua": """local tides = {}
>>-- The hour of high water.
function tides.high(day)
  return (day * 50) % 1440 / 60
end
>>local function check(hour)
  if hour > 23 then error("no such hour") end
end
>>tides.show = function(day)
  print(tides.high(day), "at the harbour wall")
end
""",
    "markdown": """# Harbour
>>## Tides
High water comes at noon, and the ferry waits for it.
>>### Islands
Skerry has it at a quarter past one, Ness at two o'clock.
>>```python
a = 1

b = 2
```
>>## Fares
Five for the ferry, six for the islands, seven for both.
""",
    "perl": """package Harbour;
use strict;
>># The hour of high water.
sub high_water {
    my ($day) = @_;
    return ($day * 50) % 1440 / 60;
}
>>sub check {
    die "no such hour" if $_[0] > 23 or $_[0] < 0;
}
>>package Harbour::Ferry;
sub new { return bless {name => 'the old ferry'}, shift; }
""",
    "php": """<?php
namespace Harbour;
>>#[Tidal]
final class Tide {
>>    public function __construct(private int $hour) {
        if ($hour > 23) { throw new Exception('no such hour'); }
    }
>>    private static function check(int $hour): bool {
        return $hour >= 0 && $hour < 24;
    }
}
>>function high_water(int $day): int {
    return ($day * 50) % 1440;
}
""",
    "powershell": """$ErrorActionPreference = 'Stop'
>># The hour of high water.
function Get-HighWater {
    param([int]$Day)
    return ($Day * 50) % 1440 / 60
}
>>class Tide {
    [int]$Hour = 12; [double]$Height = 3.4; [string]$Place
}
>>Function Test-Hour([int]$Hour) {
    if ($Hour -gt 23) { throw 'no such hour on any day' }
}
""",
    "proto": """syntax = "proto3";
package harbour.tides.v1;
>>// One high water.
message Tide {
  int32 hour = 1; double height = 2; string place = 3;
}
>>service Tides {
>>  rpc HighWater(Day) returns (Tide) {}
>>  rpc Watch(Day) returns (stream Tide) {}
}
>>enum Place { UNKNOWN = 0; HARBOUR = 1; SKERRY = 2; NESS = 3; }
""",
    "python": '''import math
>>@dataclass
class Tide:
    """One high water."""
    hour: int
>>    # A moment.
    @property
    def is_high(self) -> bool:
        return self.hour == 12 or self.hour == 0
>>    async def wait(self) -> None:
        await asyncio.sleep(self.hour * 3600)
>>async def main():
    print(Tide(12), "at the harbour wall, or so")
>>@cache
@another
def high_water(day):
    return math.floor(day * 50 % 1440 / 60)
''',
    "r": """library(stats)
>>#' The hour of high water.
high_water <- function(day) {
  floor((day * 50) %% 1440 / 60)
}
>>setClass("Tide", representation(hour = "numeric"))
>>setMethod("show", "Tide", function(object) {
  cat(object@hour, "at the harbour wall")
})
>>check.hour = function(hour) stopifnot(hour >= 0, hour < 24)
""",
    "rst": """=======
Harbour
=======
The harbour keeps a table of the tides for its visitors.

>>Tides
=====
High water comes at noon, and the ferry waits for it.

>>Islands
-------
Skerry has it at a quarter past one. Ness at two.

>>.. note:: The fare costs five for the ferry, and
   six for the islands. It rose by 3 .. 4 parts.
""",
    "ruby": """require 'date'
>>module Harbour
>>  class Tide
    attr_reader :hour, :height, :place, :name, :day
>>    # The hour of high water.
    def high?
      @hour == 12 || @hour == 24 || @hour.zero?
    end
  end
end
>>def main(day)
  puts Harbour::Tide.new(day).high?, 'at the wall'
end
""",
    "rust": """use std::fmt;
>>/// One high water.
#[derive(Debug, Clone)]
pub struct Tide { pub hour: u8, pub height: f64 }
>>impl Tide {
>>    pub(crate) async fn wait(&self) -> Result<(), Error> {
        if self.hour > 23 { return Err(Error::NoSuchHour); }
        Ok(())
    }
}
>>fn main() {
    println!("{:?}", Tide { hour: 12, height: 3.4 });
}
""",
    "scala": """package harbour
>>case class Tide(hour: Int, height: Double)
>>object Harbour {
>>  /** The hour of high water. */
  override def highWater(day: Int): Int = {
    (day * 50) % 1440 / 60
  }
>>  private def check(hour: Int): Boolean =
    hour >= 0 && hour < 24 && hour != 25
}
>>sealed trait Place
final case class Named(name: String) extends Place
""",
    "sol": """pragma solidity ^0.8.0;
>>abstract contract Harbour {
    mapping(uint => uint) private tides;
>>    event High(uint indexed day, uint hour);
>>    constructor() { tides[0] = 12; tides[1] = 13; }
>>    /// The hour of high water.
    function highWater(uint day) public view returns (uint) {
        if (day > 1) { return (day * 50) % 1440; }
        return tides[day];
    }
}
""",
    "swift": """import Foundation
>>public struct Tide { let hour: Int; let height: Double }
>>final class Harbour {
>>    @discardableResult
    func highWater(on day: Int) -> Int {
        return (day * 50) % 1440 / 60
    }
>>    private static func check(_ hour: Int) -> Bool {
        return hour >= 0 && hour < 24
    }
}
>>extension Harbour { var name: String { "the old harbour" } }
""",
    "ts": """import fs from 'fs';
>>export interface Tide { hour: number; height: number; }
>>@Injectable()
export class Harbour {
>>  private readonly tides: Tide[] = []; // by the day
>>  async highest(day: number): Promise<Tide> {
    return this.tides.filter((t) => t.hour > day)[0];
  }
}
>>export default function main(): void {
  console.log(new Harbour(), 'at the harbour wall');
}
""",
    "visualbasic6": """Option Explicit
>>Private Type Tide
    Hour As Integer: Height As Double: Place As String
End Type
>>' The hour of high water.
Public Function HighWater(ByVal Day As Long) As Long
    HighWater = (Day * 50) Mod 1440 \\ 60
End Function
>>Sub Main()
    If HighWater(3) > 12 Then MsgBox "in the afternoon"
End Sub
""",
}


STRONG = {BoundaryReason.CODE_SYMBOL, BoundaryReason.HEADING, BoundaryReason.BLOCK}


def section_of(snippet: str) -> tuple[Section, dict[int, str]]:
    """The section, and where each marked line starts in it."""
    text, starts = "", dict[int, str]()
    for line in snippet.splitlines(keepends=True):
        unmarked = line.removeprefix(">>")
        if unmarked != line:
            starts[len(text) + len(unmarked) - len(unmarked.lstrip())] = unmarked.strip()
        text += unmarked
    return Section(content=TextBlock(text=text), source="snippet.txt"), starts


def test_every_language_has_its_rows_and_its_snippet():
    assert set(get_args(Language)) == set(LANGUAGES) == set(SNIPPETS)
    assert len(LANGUAGES) >= 24


@pytest.mark.parametrize("language", SNIPPETS)
def test_each_definition_begins_a_chunk(language):
    section, starts = section_of(SNIPPETS[language])
    chunker = CHUNKERS.create("recursive", language=language, chunk_size=24, chunk_overlap=0)
    chunks = chunker.chunk_sections([section])
    found = {
        chunk.span.start + len(chunk.text) - len(chunk.text.lstrip())
        for chunk in chunks
        if chunk.boundaries[0].reason in {*STRONG, BoundaryReason.DOCUMENT_START}
    }
    assert [line for start, line in starts.items() if start not in found] == []
    assert verify([section], chunks) == []


@pytest.mark.parametrize("language", SNIPPETS)
def test_a_text_that_fits_stays_whole(language):
    section, _ = section_of(SNIPPETS[language])
    (chunk,) = CHUNKERS.create("recursive", language=language).chunk_sections([section])
    assert chunk.text == section.text.rstrip()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "line", ["@x\n", "# x\n", "// x\n", " \t", "f(x\n", "```a\n", "==\n", "<p"]
)
def test_patterns_are_linear(language, line):
    section = Section(content=TextBlock(text=line * 20_000), source="a.txt")
    chunker = CHUNKERS.create("recursive", language=language, chunk_size=500, chunk_overlap=50)
    assert verify([section], chunker.chunk_sections([section])) == []


def test_the_boundary_says_that_a_definition_follows():
    section, _ = section_of(SNIPPETS["python"])
    chunker = CHUNKERS.create("recursive", language="python", chunk_size=150, chunk_overlap=0)
    boundary = chunker.chunk_sections([section])[0].boundaries[1]
    assert boundary.reason is BoundaryReason.CODE_SYMBOL
    assert "before a code symbol" in boundary.detail


@pytest.mark.parametrize(
    ("parameters", "word"),
    [
        ({"language": "klingon"}, "language"),
        ({"language": "python", "separators": [" "]}, "separators"),
        ({"language": "python", "keep_separator": "end"}, "keep_separator"),
    ],
)
def test_what_contradicts_the_language_is_refused(parameters, word):
    with pytest.raises(ParameterError, match=word):
        CHUNKERS.create("recursive", **parameters)
