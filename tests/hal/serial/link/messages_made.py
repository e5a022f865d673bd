"""Any message there can be, for tests that must hold for all of them."""

from hypothesis import strategies as st

from hal.serial.link.messages import (
    SENSORS,
    Ask,
    Baseline,
    Calibrate,
    Capability,
    ChainState,
    Configure,
    FromBoard,
    FullConfigure,
    Hello,
    Identity,
    Levels,
    LightFrame,
    LightLimits,
    Occupancy,
    ResetCause,
    SetName,
    Shown,
    States,
    Statistics,
    Subject,
    ThresholdsMv,
    ToBoard,
)

BYTE = st.integers(0, 255)
WORD = st.integers(0, 0xFFFF)
LONG = st.integers(0, 0xFFFFFFFF)
BOARDS = st.integers(0, (1 << SENSORS) - 1)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)  # 24 bytes at most
LEVELS = st.lists(st.integers(0, 4095), min_size=SENSORS, max_size=SENSORS).map(tuple)

identities = st.builds(
    Identity,
    sensors=BYTE,
    capabilities=BYTE.map(Capability),
    pixels=WORD,
    full_scale_mv=WORD,
    version=st.tuples(BYTE, BYTE, BYTE),
    cause=BYTE.map(ResetCause),
    starts=BYTE,
    protocol=st.integers(2, 255),
    least_protocol=BYTE,
    rows=BYTE,
    columns=BYTE,
    build=LONG,
    name=NAMES,
)
limits = st.builds(LightLimits, LONG, st.tuples(WORD, WORD, WORD))
thresholds = st.builds(ThresholdsMv, WORD, WORD, WORD, WORD)


@st.composite
def states(draw: st.DrawFn) -> States:
    """Return any states; the sensors' kinds do not overlap."""
    felt, south, north, strong = (draw(BOARDS) for _ in range(4))
    south &= felt
    north &= felt & ~south
    strong &= felt & ~south & ~north
    return States(draw(BYTE), draw(LONG), felt, south, north, strong)


from_board: st.SearchStrategy[FromBoard] = st.one_of(
    identities,
    st.builds(Occupancy, BYTE, LONG, BOARDS),
    st.builds(Levels, BYTE, LONG, LEVELS),
    states(),
    st.builds(Shown, BYTE),
    st.builds(
        Statistics,
        LONG,
        LONG,
        WORD,
        WORD,
        WORD,
        WORD,
        WORD,
        cause=BYTE.map(ResetCause),
        starts=BYTE,
        chain=st.sampled_from(ChainState),
        chain_at=st.none() | st.integers(0, 254),
        is_dark=st.booleans(),
        longest_pass_us=WORD,
        disbelieved=WORD,
    ),
    st.builds(Baseline, st.booleans(), LEVELS),
)
to_board: st.SearchStrategy[ToBoard] = st.one_of(
    st.builds(Hello, BYTE),
    st.builds(LightFrame, BYTE, st.binary(min_size=3 * SENSORS, max_size=3 * SENSORS)),
    st.builds(Configure, BYTE, BYTE),
    st.builds(FullConfigure, WORD, BYTE, BYTE.map(lambda n: 100 * n), limits, thresholds),
    st.builds(SetName, NAMES),
    st.builds(Ask, st.sampled_from(Subject)),
    st.just(Calibrate()),
)
