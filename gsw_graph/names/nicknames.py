"""Short forms of first names."""

from collections import defaultdict

from gsw_graph.names.spelling import plain

_FORMS = """
    abigail abby; alexander alex sasha sandy; alexandra alex sasha sandra; alfred alf alfie; andrew andy drew;
    anthony tony; antonio tony toni; arthur art; barbara barb; benjamin ben benny; catherine cathy cat kate katie kitty;
    charles charlie chuck; charlotte lottie charlie; christine chris tina; christopher chris kit; daniel dan danny;
    david dave davy; deborah debbie deb; dmitri dima; donald don; dorothy dot dolly; edward ed eddie ted ned;
    eleanor ellie nell; elizabeth liz beth betty lizzie eliza; ekaterina katya; emily em; ernest ernie;
    francis frank; francisco paco pancho; frances fran; frederick fred freddie; gabriel gabe; george georgie;
    gerald gerry jerry; giuseppe beppe; gregory greg; harold harry; henry harry hank; isabella bella; ivan vanya;
    jacob jake; james jim jimmy jamie; jennifer jen jenny; jessica jess; johannes hans; john johnny jack;
    jonathan jon; jose pepe; joseph joe joey; josephine jo josie; joshua josh; katherine kathy kate katie kit;
    kenneth ken; lawrence larry; leonard leo len; lillian lily; louis lou; ludmila lyuda; manuel manolo;
    margaret maggie meg peggy margie; maria masha; martha patty; matthew matt; megan meg; michael mike mick mickey;
    mikhail misha; nicholas nick; nikolai kolya; olga olya; pamela pam; patricia pat patty trish; patrick pat paddy;
    peter pete; philip phil; raymond ray; rebecca becky; richard rick dick richie; robert bob bobby rob robbie;
    ronald ron; rosemary rose rosie; samantha sam; samuel sam sammy; sergei seryozha; stephanie steph;
    stephen steve; steven steve; susan sue susie; tatiana tanya; theodore ted theo; thomas tom tommy;
    timothy tim; valentina valya; veronica ronnie; victor vic; victoria vicky tori; vincent vince;
    vladimir volodya vova; walter walt; wilhelm willi; william bill billy will willy
"""
_SHORT: dict[str, set[str]] = defaultdict(set)
"""The first names that a short form stands for."""
for _line in _FORMS.split(";"):
    _whole, *_forms = _line.split()
    for _form in _forms:
        _SHORT[_form].add(_whole)


def is_short_for(short: str, whole: str) -> bool:
    """Say whether one first name is a usual short form of another.

    Args:
        short: In lower case.
        whole: In lower case.
    """
    return plain(whole) in _SHORT.get(plain(short), ())


def whole_names(short: str) -> set[str]:
    """Return the first names of which a word is a usual short form, without accents.

    Args:
        short: In lower case.
    """
    return set(_SHORT.get(plain(short), ()))
