"""What the example documents say: a harbour town that does not exist, Tidewatch (望潮镇).

`DOCUMENTS` maps file names to blocks; `make_documents.py` writes each in the format its name asks
for. A block is (kind, text), with kind one of title, h1, h2, p, item, log; or ("table", rows).
"""

from __future__ import annotations

Block = tuple[str, str] | tuple[str, list[list[str]]]

DOCUMENTS: dict[str, list[Block]] = {
    "tide-rules.md": [
        ("title", "Tide rules of Tidewatch Harbour"),
        (
            "p",
            "The harbour of Tidewatch lies behind a sill of rock. What a vessel may do depends on "
            "the water over that sill, and these rules say how much is enough.",
        ),
        ("h1", "Water over the sill"),
        (
            "p",
            "The sill dries at the lowest spring tides. The port office publishes the depth over "
            "the sill for every hour of the day; the tide gauge on the north pier is the only "
            "reading that counts in a dispute.",
        ),
        ("item", "A vessel needs half a metre of water under her keel when she crosses the sill."),
        ("item", "Vessels over 30 metres also need a pilot, by day and by night."),
        ("item", "Nobody crosses within 20 minutes of low water at springs, whatever the draught."),
        ("h1", "The tide gates"),
        (
            "p",
            "The inner basin is closed by two gates. They open two hours before high water and "
            "close ninety minutes after it. A green light over a white light means that the gates "
            "are open and the basin is free; two red lights mean that they are moving.",
        ),
        (
            "p",
            "If the gates fail to open, call the gate keeper on channel 12. The hand pump takes "
            "forty minutes to lift one gate, so a crew that waits for it should anchor outside.",
        ),
        ("h1", "Neap and spring tides"),
        (
            "table",
            [
                ["Tide", "High water", "Low water", "Range"],
                ["Spring", "5.8 m", "0.4 m", "5.4 m"],
                ["Neap", "4.3 m", "1.9 m", "2.4 m"],
            ],
        ),
        (
            "p",
            "At neap tides vessels that draw more than 2.5 metres cannot reach the inner basin at "
            "all. They may use the outer quay free of charge until the next spring tide.",
        ),
    ],
    "ferry-timetable.html": [
        ("title", "Ferry to Gull Island: timetable and tickets"),
        (
            "p",
            "The ferry Marigold sails between the town quay and Gull Island every day of the year "
            "except on 25 December. The crossing takes 35 minutes.",
        ),
        ("h1", "Departures"),
        (
            "table",
            [
                ["From", "Weekdays", "Saturdays", "Sundays"],
                ["Town quay", "07:10, 12:30, 17:45", "08:00, 17:45", "09:30, 16:00"],
                ["Gull Island", "08:00, 13:20, 18:35", "08:50, 18:35", "10:20, 16:50"],
            ],
        ),
        (
            "p",
            "From October to March the last boat on weekdays leaves one hour earlier, because the "
            "landing stage on the island has no lights.",
        ),
        ("h1", "Tickets"),
        ("item", "A single ticket costs 6 crowns, a return ticket 10 crowns."),
        ("item", "Children under seven and dogs travel free."),
        ("item", "Bicycles need a ticket of 2 crowns; there is room for twelve of them."),
        ("h1", "When the ferry does not sail"),
        (
            "p",
            "The master cancels a crossing when waves at the island are higher than 1.5 metres. "
            "Tickets stay valid for seven days, or the port office gives the money back.",
        ),
    ],
    "crane-safety.pdf": [
        ("title", "Crane safety on the cargo quay"),
        (
            "p",
            "This handbook is for everyone who works under or near the two cranes of the cargo "
            "quay. Read it before your first shift and sign the book in the crane house.",
        ),
        ("h1", "Who may drive a crane"),
        (
            "p",
            "A crane driver holds a licence of the port office, is at least twenty-one years old "
            "and has driven for fifty hours beside an experienced driver. The licence ends after "
            "two years unless the driver passes the test again.",
        ),
        (
            "p",
            "Nobody drives for more than four hours without a break of thirty minutes. After a "
            "night shift a driver rests for eleven hours.",
        ),
        ("h1", "Signals"),
        (
            "p",
            "One signaller, and only one, gives signals to the driver. The signaller wears a "
            "yellow helmet and stays in sight. If the driver loses sight of the signaller, the "
            "load stops at once and hangs still until they see each other again.",
        ),
        ("item", "Arm raised, palm open: stop."),
        ("item", "Both arms raised: emergency stop. Anyone on the quay may give this signal."),
        ("item", "Forearm up, finger turning: lift slowly."),
        ("item", "Forearm down, finger turning: lower slowly."),
        ("page", ""),
        ("h1", "Wind"),
        (
            "p",
            "The wind gauge on the crane house counts, not the forecast. At 12 metres per second "
            "the driver lifts no sheets, sails or empty containers. At 16 metres per second all "
            "lifting stops, the hook is raised to the top and the boom is turned into the wind.",
        ),
        (
            "p",
            "At 24 metres per second the crane is left, its brakes are locked and the quay below "
            "it is closed with a chain. Work begins again when the wind has stayed below 12 metres "
            "per second for a quarter of an hour.",
        ),
        ("h1", "Loads"),
        (
            "table",
            [
                ["Reach", "North crane", "South crane"],
                ["8 metres", "12 tonnes", "20 tonnes"],
                ["14 metres", "7 tonnes", "12 tonnes"],
                ["20 metres", "4 tonnes", "6 tonnes"],
            ],
        ),
        (
            "p",
            "Weigh every load that has no plate. A load within one tenth of the limit is lifted a "
            "hand's breadth first and held for a minute.",
        ),
        ("page", ""),
        ("h1", "After an accident"),
        (
            "p",
            "Press the red button at the foot of the crane: it cuts the current and rings in the "
            "port office. Help the injured, close the quay and leave everything where it is until "
            "the harbour master has seen it.",
        ),
        (
            "p",
            "Write down what you saw on the same day. Reports are kept for ten years. Near misses "
            "are reported too; nobody is punished for a report.",
        ),
        ("h1", "Yearly inspection"),
        (
            "p",
            "Each crane is inspected in February. Ropes with more than six broken wires in one "
            "lay are replaced, hooks are measured and brakes are tried with one and a quarter of "
            "the greatest load.",
        ),
    ],
    "berth-fees.docx": [
        ("title", "Berth fees"),
        (
            "p",
            "The council of Tidewatch set these fees on 14 March. They hold until a new list is "
            "posted at the port office.",
        ),
        ("h1", "Visitors"),
        (
            "p",
            "Visitors pay by the night. A night begins at noon and ends at noon; a stay of less "
            "than four hours is free.",
        ),
        (
            "table",
            [
                ["Length of vessel", "April to September", "October to March"],
                ["up to 8 metres", "14 crowns", "9 crowns"],
                ["8 to 12 metres", "21 crowns", "14 crowns"],
                ["12 to 18 metres", "34 crowns", "22 crowns"],
                ["over 18 metres", "by agreement", "by agreement"],
            ],
        ),
        ("item", "Water is included; fill your tanks between six and nine in the morning."),
        ("item", "Electricity costs 4 crowns a night, at most 2 kilowatts."),
        ("item", "Showers need a token from the port office, 1 crown each."),
        ("h1", "Resident boats"),
        (
            "p",
            "Residents pay 310 crowns a year for a mooring in the inner basin. A mooring that "
            "stays empty for two summers goes to the next name on the waiting list.",
        ),
        ("h2", "Fishing boats"),
        (
            "p",
            "Fishing boats that land their catch at the town market pay half. The skipper shows "
            "the market's receipts in January.",
        ),
        ("h1", "Late payment"),
        (
            "p",
            "A bill that is not paid within thirty days grows by five in a hundred. After ninety "
            "days the harbour master may move the boat to the outer quay.",
        ),
    ],
    "harbour-log.txt": [
        ("title", "Harbour log, second week of May"),
        ("log", "Monday 06:40  Trawler Anna Bell in from the banks, 3 tonnes of hake."),
        ("log", "Monday 14:15  Gate pump B stopped; fuse changed by the night keeper, 14:50."),
        ("log", "Tuesday 09:05  Yacht Perpetua aground on the sill, draught 2.7 m, no damage."),
        ("log", "Tuesday 11:30  Perpetua afloat with the flood; warned about the neap limit."),
        ("log", "Wednesday 17:45  Ferry Marigold cancelled, waves 1.8 m at Gull Island."),
        ("log", "Thursday 08:20  Diver found the lost anchor of the dredger beside buoy 4."),
        ("log", "Friday 03:10  Fog, visibility 80 m; fog bell rung every two minutes till 05:30."),
        ("log", "Saturday 12:00  Regatta, 41 boats, south basin closed to cargo."),
        ("log", "Sunday 19:25  Seal pup on the slipway; left in peace, gone with the tide."),
    ],
    "storm-plan.md": [
        ("title", "Storm plan"),
        (
            "p",
            "A storm warning is given when the forecast says force 9 or more within twelve hours. "
            "The harbour master decides; the siren on the fish hall sounds three long tones.",
        ),
        ("h1", "Twelve hours before"),
        ("item", "Owners double their mooring lines and take down sails and canopies."),
        ("item", "The fish market takes its crates indoors."),
        ("item", "The flood boards are brought from the store behind the chapel."),
        ("h1", "Six hours before"),
        (
            "p",
            "The tide gates are closed and stay closed, whatever the tide. No vessel enters or "
            "leaves; a vessel in distress calls channel 16 and is met by the lifeboat outside.",
        ),
        ("h1", "After the storm"),
        (
            "p",
            "Nobody walks on the piers before they have been inspected. The port office lists the "
            "damage with photographs within two days, since the insurer asks for it.",
        ),
    ],
    "rag-basics.md": [
        ("title", "Retrieval-augmented generation in one page"),
        (
            "p",
            "Retrieval-augmented generation, RAG for short, lets a language model answer from "
            "documents that it was never trained on. First a search finds passages that may hold "
            "the answer; then the model writes the answer from these passages and cites them.",
        ),
        ("h1", "Why not ask the model alone"),
        (
            "p",
            "A model knows what was in its training data, up to a date, and it sounds as sure when "
            "it is wrong as when it is right. Private documents were never in that data. Retrieval "
            "brings them in, and a reader can check every sentence against its source.",
        ),
        ("h1", "The steps"),
        ("item", "Parsing turns files into text with places: pages, lines, headings, tables."),
        ("item", "Chunking cuts the text into passages that make sense on their own."),
        ("item", "Embedding turns each passage into a vector, so that meaning can be compared."),
        ("item", "Search finds the passages nearest to a question, by words and by meaning."),
        ("item", "Generation writes an answer from them and names its sources."),
        ("h1", "What goes wrong"),
        (
            "p",
            "Most wrong answers are wrong before the model is asked: the table was read in the "
            "wrong order, the sentence was cut in two, the passage lost the heading that said what "
            "it was about. Better parsing and chunking help more than a larger model.",
        ),
    ],
    "port-rules-zh.docx": [
        ("title", "望潮港港口须知"),
        (
            "p",
            "本须知适用于所有进出望潮港的船只和人员。港务所在北码头灯塔旁，每日六时至二十二时办公。",
        ),
        ("h1", "进港与离港"),
        (
            "p",
            "船只进港前应在十二频道向港务所报告船名、船长和吃水。港池内航速不得超过三节。"
            "夜间进港的船只必须点亮航行灯，并等待闸门上方的绿灯。",
        ),
        ("item", "潮闸在高潮前两小时开启，高潮后九十分钟关闭。"),
        ("item", "三十米以上的船只必须由引航员引领。"),
        ("item", "大雾时能见度不足一百米，停止一切进出港。"),
        ("h1", "泊位费用"),
        ("p", "来访游艇按晚收费，每晚从中午十二时算起。停靠不足四小时免费。"),
        (
            "table",
            [
                ["船长", "夏季每晚", "冬季每晚"],
                ["八米以下", "十四克朗", "九克朗"],
                ["八至十二米", "二十一克朗", "十四克朗"],
                ["十二至十八米", "三十四克朗", "二十二克朗"],
            ],
        ),
        ("p", "淡水免费供应，岸电每晚四克朗。本地渔船在镇上鱼市卸货的，泊位费减半。"),
        ("h1", "环境保护"),
        ("p", "严禁向港池排放污水、废油和垃圾。废油应交到加油站旁的绿色油罐，违者罚款五百克朗。"),
        ("h2", "海豹与海鸟"),
        ("p", "五月至七月是海豹育幼期，任何人不得靠近滑道旁的沙滩。发现受伤的海鸟请致电港务所。"),
    ],
    "ferry-questions-zh.html": [
        ("title", "鸥岛轮渡常见问题"),
        ("h1", "轮渡多久一班"),
        (
            "p",
            "平日每天三班，从镇码头出发的时间是七时十分、十二时三十分和十七时四十五分，航程三十五分钟。",
        ),
        ("h1", "风浪大的时候开船吗"),
        ("p", "鸥岛处浪高超过一米五时，船长有权取消航班。船票七天内有效，也可以到港务所退款。"),
        ("h1", "可以带自行车和宠物吗"),
        ("p", "自行车需要另购两克朗的车票，每班最多十二辆。狗可以免费乘船，但必须系绳。"),
        ("h1", "票价"),
        (
            "table",
            [
                ["票种", "单程", "往返"],
                ["成人", "六克朗", "十克朗"],
                ["七岁以下儿童", "免费", "免费"],
                ["自行车", "两克朗", "四克朗"],
            ],
        ),
    ],
    "crane-safety-zh.pdf": [
        ("title", "货运码头起重机安全规程"),
        (
            "p",
            "凡在货运码头两台起重机下方或附近工作的人员，上岗前必须阅读本规程，并在起重机房的登记簿上签名。",
        ),
        ("h1", "司机资格"),
        (
            "p",
            "起重机司机须持有港务所颁发的执照，年满二十一岁，并在有经验的司机陪同下操作满五十小时。"
            "执照有效期两年，期满须重新考核。连续操作四小时必须休息三十分钟。",
        ),
        ("h1", "大风作业"),
        (
            "p",
            "以起重机房上的风速仪读数为准，不以天气预报为准。风速达到每秒十二米时，不得起吊板材、"
            "帆布和空集装箱。风速达到每秒十六米时，停止一切起吊作业，吊钩升到最高处，吊臂转向迎风方向。",
        ),
        ("p", "风速达到每秒二十四米时，人员撤离起重机，锁紧制动器，并用铁链封闭起重机下方的码头。"),
        ("h1", "指挥信号"),
        (
            "p",
            "每次起吊只能有一名指挥员。指挥员戴黄色安全帽，始终处于司机视线之内。"
            "司机看不到指挥员时，应立即停止，使吊物静止，直到重新看到指挥员为止。",
        ),
        ("item", "单臂上举，手掌张开：停止。"),
        ("item", "双臂上举：紧急停止，码头上的任何人都可以发出。"),
        ("page", ""),
        ("h1", "事故处理"),
        (
            "p",
            "发生事故时，按下起重机脚下的红色按钮，切断电源并向港务所报警。救助伤员，封闭码头，"
            "保持现场原状，直到港长到场查看。当天写下所见情况，报告保存十年。",
        ),
        ("h1", "年度检查"),
        (
            "p",
            "每台起重机每年二月检查一次。一个捻距内断丝超过六根的钢丝绳必须更换，并测量吊钩、试验制动器。",
        ),
    ],
    "rag-basics-zh.md": [
        ("title", "什么是检索增强生成"),
        (
            "p",
            "检索增强生成（Retrieval-Augmented Generation，简称 RAG）是一种让语言模型"
            "依据外部资料回答问题的方法："
            "先从知识库中检索出与问题相关的片段，再由模型根据这些片段写出回答，并注明出处。",
        ),
        ("h1", "为什么需要它"),
        (
            "p",
            "模型只知道训练数据里的内容，而且答错时和答对时一样自信。私有文档从来不在训练数据里。"
            "检索把这些文档带到模型面前，读者也可以逐句核对来源。",
        ),
        ("h1", "基本流程"),
        ("item", "解析：把文件变成带有页码、行号、标题和表格的文本。"),
        ("item", "分块：把文本切成意思完整的片段。"),
        ("item", "向量化：把每个片段变成向量，以便比较含义。"),
        ("item", "检索：同时按词语和含义查找与问题最接近的片段。"),
        ("item", "生成：根据片段写出回答并给出引用。"),
        ("h1", "常见问题"),
        (
            "p",
            "多数错误在提问之前就已经发生：表格读错了顺序，句子被切成两半，片段丢失了说明主题的标题。"
            "改进解析和分块往往比换一个更大的模型更有效。",
        ),
    ],
    "fish-market-zh.txt": [
        ("title", "鱼市通告"),
        ("p", "望潮镇鱼市每周二、四、六清晨五时开市，七时收市。下列规定自六月一日起施行。"),
        ("p", "一、所有渔获须当天卸货、当天称重，称重单一式两份，船长和市场各留一份。"),
        ("p", "二、鳕鱼不足三十五厘米、龙虾不足九厘米者，必须放回海中。"),
        ("p", "三、冰块由市场供应，每箱一克朗。自带冰块的船只须在前一天登记。"),
        ("p", "四、禁渔期为每年二月和三月，禁渔期内只许垂钓。"),
        ("p", "五、污水须倒入市场后的沉淀池，不得冲入港池。"),
    ],
}
