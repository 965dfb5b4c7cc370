/** A command among pasted lines. */
export interface PastedCommand {
	/** The line on the command line: `kubectl apply -f - <<EOF`. */
	readonly line: string;
	/** The lines between the two marks of a here-document, for the command's standard input. */
	readonly stdin?: string;
}

const heredoc = /<<(-?)\s*(["']?)([\w.-]+)\2/;

/** `cat <<EOF | kubectl apply -f -` is `kubectl apply -f - <<EOF`. */
const piped = /^cat\s+(<<-?\s*["']?[\w.-]+["']?)\s*\|\s*(.+)$/;

/** Whether a line begins another command: it is not empty, and not a comment. */
const isCommand = (line: string): boolean => line !== '' && !line.startsWith('#');

/**
The commands of a pasted text, in their order. A backslash at the end of a line continues it, `<<EOF` makes the lines up to `EOF` its input,
and a prompt `$ ` before a command is dropped. An unclosed here-document includes all following lines.
*/
export const pastedCommands = (text: string): readonly PastedCommand[] => {
	const lines = text
		.replaceAll(/\r\n?/g, '\n')
		.replaceAll(/\s*\\\n\s*/g, ' ')
		.split('\n');
	const commands: PastedCommand[] = [];
	for (let at = 0; at < lines.length; at++) {
		const line = (lines[at] ?? '').trim().replace(/^\$\s+/, '');
		const [, tabs, , mark] = heredoc.exec(line) ?? [];
		if (mark !== undefined) {
			const rest = lines.slice(at + 1).map((one) => (tabs === '-' ? one.replace(/^\t+/, '') : one));
			const end = rest.findIndex((one) => one.trimEnd() === mark);
			const inside = end === -1 ? rest : rest.slice(0, end);
			commands.push({line: line.replace(piped, '$2 $1'), stdin: inside.map((one) => `${one}\n`).join('')});
			at += inside.length + (end === -1 ? 0 : 1);
		} else if (isCommand(line)) {
			commands.push({line});
		}
	}

	return commands;
};

/** Whether a pasted text is one line that ends: it runs, as in a shell. */
export const isWholeLine = (text: string): boolean => /^[^\r\n]+(?:\r\n?|\n)$/.test(text.trimStart());

/** A line without the mark of its here-document, which the command itself does not receive. */
export const withoutMark = (line: string): string => line.replace(heredoc, '').trim();
