"""What MkDocs does besides building docs/: it adds the README files of the project and the reference
that the build has generated, and leads links to where their targets are on the site."""

import posixpath
import re
from pathlib import Path

from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
GENERATED = ROOT / "membrane-distribution/integration-tests/target/reference"
ADDED = ("*.md", "*/README.md", "clients/*/README.md", "examples/*/README.md")
# Code, or a link to a file.
LINK = re.compile(r"(?ms)^```.*?^```$|`[^`\n]*`(?!])|(!?)\[([^]]*)]\((?!https?:|mailto:|#)([^)#\s]+)(#[^)\s]*)?\)")
# What only the tests of the pages read.
REMARK = re.compile(r"(?m)^<!-- (?:not run|run by|before): .* -->\n")
# What the reference is generated from.
SOURCES = {
    "membrane-grpc-stubs/src/main/protobuf/membrane/v1/membrane.proto": "reference/grpc.md",
    "membrane-distribution/src/main/dist/config.yaml": "reference/configuration.md",
}


def on_files(files, config):
    pages = {
        f"project/{path.relative_to(ROOT).as_posix()}": path
        for pattern in ADDED
        for path in ROOT.glob(pattern)
    }
    reference = sorted(GENERATED.glob("*.md"))
    if not reference:
        raise PluginError(f"{GENERATED} has no pages: ./mvnw verify generates them")
    pages.update((f"reference/{path.name}", path) for path in reference)
    for uri, path in sorted(pages.items()):
        files.append(File.generated(config, uri, abs_src_path=str(path)))
    return files


def on_page_markdown(markdown, page, config, files):
    here = page.file.src_uri
    if here.startswith("reference/"):
        return markdown

    def lead(link):
        image, text, target, anchor = link.groups(default="")
        if not target:
            return link.group()
        path = posixpath.normpath(posixpath.join(folder(here), target))
        if not (ROOT / path).exists():
            raise PluginError(f"{here} links to {path}, which does not exist")
        uri = site_uri(path, files)
        if uri:
            return f"{image}[{text}]({posixpath.relpath(uri, posixpath.dirname(here) or '.')}{anchor})"
        # Sources are not on the site.
        return text if "/" in text else f"{text} (`{path}`)"

    return LINK.sub(lead, REMARK.sub("", markdown))


def folder(uri):
    """Where the source of a page is in the project."""
    if uri.startswith("project/"):
        return posixpath.dirname(uri.removeprefix("project/"))
    return posixpath.join("docs", posixpath.dirname(uri))


def site_uri(path, files):
    """What a path of the project is called on the site; nothing if it is not there."""
    for uri in (SOURCES.get(path), path.removeprefix("docs/"), f"project/{path}", f"project/{path}/README.md"):
        if uri and files.get_file_from_path(uri):
            return uri
    return None
