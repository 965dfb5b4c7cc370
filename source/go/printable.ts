// Control characters, and those that change the direction of text: characters that a terminal would obey instead of showing them.
// eslint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** External text, made safe for a terminal: control characters become `\x1b`. Line breaks and tabs stay. */
export const printable = (text: string): string =>
	text.replace(control, (character) => {
		const code = character.codePointAt(0) ?? 0;
		return code < 256 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`;
	});
