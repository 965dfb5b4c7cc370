/** A file of variables has a line that cannot be read. */
export class EnvFileError extends Error {
	override name = 'EnvFileError';

	constructor(line: number, why: string) {
		super(`invalid environment variable format at line ${line}: ${why}`);
	}
}

/** Matches the first line of a variable: its name with the text before `=`, and the rest of the line. */
const begun = /^[ \t]*([^=]*?)([ \t]*)=(.*)$/s;

/**
The value of a variable in the text of a file, as POSIX shells read it: `NAME='value'`, where the value may span many lines. Only single
quotes make a value; lines that are empty or begin with `#` are ignored.

@returns empty if the file does not have it. Later text is not read.
@throws {EnvFileError} for an earlier line or its own line in another form.
@mirrors k8s.io/kubernetes/pkg/kubelet/util/env ParseEnv
*/
export const variableIn = (text: string, wanted: string): string => {
	const lines = text.replace(/\n$/, '').split('\n');
	for (let index = 0; index < lines.length; index++) {
		const number = index + 1;
		const line = withoutReturn(lines[index]);
		if (/^[ \t]*(#|$)/.test(line)) {
			continue;
		}

		const [, name = '', space, rest = ''] = begun.exec(line) ?? [];
		if (space === undefined) {
			throw new EnvFileError(number, "missing '='");
		}

		if (name === '') {
			throw new EnvFileError(number, 'empty variable name');
		}

		if (space !== '') {
			throw new EnvFileError(number, "whitespace before '=' is not allowed");
		}

		// `NAME= 'value'` sets NAME to nothing, for one command.
		if (/^[ \t]/.test(rest)) {
			if (name === wanted) {
				return '';
			}

			continue;
		}

		if (!rest.startsWith("'")) {
			throw new EnvFileError(number, 'value must be enclosed in single quotes');
		}

		let value = rest.slice(1);
		while (!value.includes("'")) {
			index++;
			if (index >= lines.length) {
				throw new EnvFileError(number, 'unclosed single quote');
			}

			value += `\n${withoutReturn(lines[index])}`;
		}

		const end = value.indexOf("'");
		if (!/^[ \t]*(#|$)/.test(value.slice(end + 1))) {
			throw new EnvFileError(index + 1, 'unexpected content after closing quote');
		}

		if (name === wanted) {
			return value.slice(0, end);
		}
	}

	return '';
};

const withoutReturn = (line = ''): string => line.replace(/\r$/, '');
