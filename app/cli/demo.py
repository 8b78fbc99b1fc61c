"""`sheaf demo`: the sample documents, and five questions about them."""

from __future__ import annotations

from typing import Any

import click

from app.cli.output import emit, json_option, run

KINDS = {
    "fact": "A fact",
    "comparison": "A comparison over two documents",
    "two_hop": "Two documents in a row",
    "conflict": "Documents that disagree",
    "unanswerable": "A question nobody can answer",
}


@click.command("demo")
@json_option
def command(as_json: bool) -> None:
    """Ingest the sample documents and ask them five questions: a tour in a minute."""
    from app.cli.answers import print_answer
    from app.cli.progress import IngestProgress
    from app.samples import COLLECTION, demo_questions, sample_paths
    from app.settings import load_settings
    from app.sheaf import IngestFile, IngestReport, Sheaf

    settings = load_settings()
    paths = sample_paths()

    async def work(progress: IngestProgress) -> tuple[IngestReport, list[dict[str, Any]]]:
        async with Sheaf(settings) as sheaf:
            files = [IngestFile(path) for path in paths]
            report = await sheaf.ingest(files, collection=COLLECTION, on_event=progress.on_event)
            await sheaf.warm()
            answers = [
                {"kind": each["kind"], "question": each["question"]}
                | await sheaf.ask(each["question"], collections=[COLLECTION])
                for each in demo_questions()
            ]
            return report, answers

    with IngestProgress(len(paths)) as progress:
        report, answers = run(work(progress))
    if as_json:
        emit({"files": report.files, "seconds": round(report.seconds, 3), "answers": answers})
        return
    ready = sum(file["status"] != "failed" for file in report.files)
    click.echo(f"{ready} sample documents are searchable ({report.seconds:.1f} s), in {settings.home}.")
    for answer in answers:
        click.echo(click.style(f"\n{KINDS[answer['kind']]}: {answer['question']}", bold=True))
        print_answer(answer)
    click.echo(
        "\nOpen the page, where files are dropped and [n] shows the passage:\n"
        "  .venv/bin/sheaf serve        # then http://127.0.0.1:8000\n"
        "\nOr go on here with your own:\n"
        "  .venv/bin/sheaf ingest FILES AND FOLDERS\n"
        '  .venv/bin/sheaf ask "…"\n'
        f'  .venv/bin/sheaf ask "…" --collection {COLLECTION} --trace'
    )
