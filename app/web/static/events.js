// Reads server-sent events from the body of a reply. EventSource can neither post nor carry a key.

/** Events of a byte stream: an async iterator of {name, data}, the data read as JSON. Comments are left out. */
export async function* readEvents(body) {
  let lines = [];
  for await (const line of readLines(body)) {
    if (line !== "") {
      lines.push(line);
      continue;
    }
    const event = eventOf(lines);
    lines = [];
    if (event !== null) yield event;
  }
}

async function* readLines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop();
      for (const line of lines) yield line.endsWith("\r") ? line.slice(0, -1) : line;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(lines) {
  let name = "message";
  const data = [];
  for (const line of lines) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return data.length === 0 ? null : { name, data: JSON.parse(data.join("\n")) };
}
