import type {Files} from '../../diagnosis/files.js';

/** A text of manifests with each file under a line that names it; a text without such lines is one file. */
export const filesIn = (text: string): Files => {
	const parts = text.split(/^# file: (\S+)[ \t]*\r?\n/m);
	const [first = '', ...rest] = parts;
	return Object.fromEntries([
		...(first.trim() === '' ? [] : [['manifest.yaml', first] as const]),
		...rest.flatMap((name, index) => (index % 2 === 0 ? [[name, rest[index + 1] ?? ''] as const] : [])),
	]);
};

/** The files as one text. */
export const textOfFiles = (files: Files): string => {
	const entries = Object.entries(files);
	return entries.length === 1 && entries[0]?.[0] === 'manifest.yaml'
		? entries[0][1]
		: entries.map(([name, text]) => `# file: ${name}\n${text.endsWith('\n') ? text : `${text}\n`}`).join('');
};

/** The beginning and end of a file's line in a text of several files. */
export const lineIn = (
	text: string,
	{file = '', line = 1}: {readonly file?: string; readonly line?: number},
): readonly [begin: number, end: number] => {
	const head = new RegExp(
		`^# file: ${file.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}[ \\t]*\\r?\\n`,
		'm',
	).exec(text);
	let begin = head ? head.index + head[0].length : 0;
	for (let at = 1; at < line && text.includes('\n', begin); at++) {
		begin = text.indexOf('\n', begin) + 1;
	}

	const end = text.indexOf('\n', begin);
	return [begin, end === -1 ? text.length : end];
};

/** The number of that line in the whole text, from 1. */
export const lineNumberIn = (text: string, place: {readonly file?: string; readonly line?: number}): number =>
	text.slice(0, lineIn(text, place)[0]).split('\n').length;
