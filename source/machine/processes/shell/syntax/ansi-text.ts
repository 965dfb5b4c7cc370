const simpleEscapes: ReadonlyMap<string, string> = new Map([
	['n', '\n'],
	['t', '\t'],
	['r', '\r'],
	['a', '\u0007'],
	['b', '\b'],
	['e', '\u001B'],
	['E', '\u001B'],
	['f', '\f'],
	['v', '\v'],
]);

/** The text of `$'…'`: escapes as in C. */
export const ansiText = (text: string): string =>
	text.replaceAll(
		/\\(?:([0-7]{1,3})|x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|(.))/gs,
		(all, octal?: string, hex?: string, short?: string, long?: string, single = '') => {
			const code = octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8);
			if (Number.isNaN(code)) {
				return simpleEscapes.get(single) ?? (/[\\'"?]/.test(single) ? single : all);
			}

			if (code > 0x10_ff_ff) {
				return '';
			}

			return String.fromCodePoint(code);
		},
	);
