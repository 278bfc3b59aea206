"""Contract suites that a third-party member can inherit, and pass, like ours."""
