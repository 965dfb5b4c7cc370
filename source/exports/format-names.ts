/** The formats for a stretch of a run, and the content of each. Separate from the code that writes them: the command line needs only this. */
const formatTable = {
	text: 'the stops and their sentences, by component',
	md: 'the same, in Markdown',
	mermaid: 'a sequence diagram: components, and their requests and deliveries',
	svg: 'a picture: lanes over time, with tooltips',
	asciicast: 'a film of the board as it plays, for asciinema',
	perfetto: 'a trace for ui.perfetto.dev: processes, frames, and causes as arrows',
	otlp: 'OpenTelemetry spans, named like those of kube-apiserver and kubelet',
	html: 'a self-contained HTML page with a timeline',
} as const;

/** The name of a format. */
export type FormatName = keyof typeof formatTable;

/** The names of all formats. */
export const formatNames = Object.keys(formatTable) as readonly FormatName[];
