/** An invalid address: the error, and the rest of the text from the wrong place. */
interface Problem {
	readonly message: string;
	readonly at?: string;
}

const quote = (text: string): string => JSON.stringify(text);

const fourProblem = (text: string): Problem | undefined => {
	let value = 0;
	let digits = 0;
	let dots = 0;
	for (let index = 0; index < text.length; index++) {
		const character = text[index]!;
		if (character >= '0' && character <= '9') {
			if (digits === 1 && value === 0) {
				return {message: 'IPv4 field has octet with leading zero'};
			}

			value = value * 10 + Number(character);
			digits++;
			if (value > 255) {
				return {message: 'IPv4 field has value >255'};
			}
		} else if (character === '.') {
			if (index === 0 || index === text.length - 1 || text[index - 1] === '.') {
				return {message: 'IPv4 field must have at least one digit', at: text.slice(index)};
			}

			if (dots === 3) {
				return {message: 'IPv4 address too long'};
			}

			dots++;
			value = 0;
			digits = 0;
		} else {
			return {message: 'unexpected character', at: text.slice(index)};
		}
	}

	return dots < 3 ? {message: 'IPv4 address too short'} : undefined;
};

/**
Long because it reads an address once, character by character, as Go does, with Go's errors.

@mirrors netip.parseIPv6
*/
const sixProblem = (whole: string): Problem | undefined => {
	const percent = whole.indexOf('%');
	let rest = percent === -1 ? whole : whole.slice(0, percent);
	if (percent === whole.length - 1) {
		return {message: 'zone must be a non-empty string'};
	}

	let hasEllipsis = rest.startsWith('::');
	if (hasEllipsis) {
		rest = rest.slice(2);
		if (rest === '') {
			return undefined;
		}
	}

	let bytes = 0;
	while (bytes < 16) {
		const [field] = /^[\da-fA-F]*/.exec(rest)!;
		if (field.length > 4) {
			return {message: 'each group must have 4 or fewer digits', at: rest};
		}

		if (field === '') {
			return {message: 'each colon-separated field must have at least one digit', at: rest};
		}

		if (rest[field.length] === '.') {
			if (!hasEllipsis && bytes !== 12) {
				return {message: 'embedded IPv4 address must replace the final 2 fields of the address', at: rest};
			}

			if (bytes + 4 > 16) {
				return {message: 'too many hex fields to fit an embedded IPv4 at the end of the address', at: rest};
			}

			const problem = fourProblem(rest);
			if (problem) {
				return problem;
			}

			rest = '';
			bytes += 4;
			break;
		}

		bytes += 2;
		rest = rest.slice(field.length);
		if (rest === '') {
			break;
		}

		if (!rest.startsWith(':')) {
			return {message: 'unexpected character, want colon', at: rest};
		}

		if (rest.length === 1) {
			return {message: 'colon must be followed by more characters', at: rest};
		}

		rest = rest.slice(1);
		if (rest.startsWith(':')) {
			if (hasEllipsis) {
				return {message: 'multiple :: in address', at: rest};
			}

			hasEllipsis = true;
			rest = rest.slice(1);
			if (rest === '') {
				break;
			}
		}
	}

	if (rest !== '') {
		return {message: 'trailing garbage after address', at: rest};
	}

	if (bytes < 16) {
		return hasEllipsis ? undefined : {message: 'address string too short'};
	}

	return hasEllipsis ? {message: 'the :: must expand to at least one field of zeros'} : undefined;
};

const problemOf = (text: string): Problem | undefined => {
	switch (/[.:%]/.exec(text)?.[0]) {
		case '.': {
			return fourProblem(text);
		}

		case ':': {
			return sixProblem(text);
		}

		case '%': {
			return {message: 'missing IPv6 address'};
		}

		default: {
			return {message: 'unable to parse IP'};
		}
	}
};

/** Why a text is not an address, in Go's words; `undefined` if it is an address. @mirrors netip.ParseAddr */
export const addressProblem = (text: string): string | undefined => {
	const problem = problemOf(text);
	if (problem) {
		const at = problem.at === undefined ? '' : ` (at ${quote(problem.at)})`;
		return `ParseAddr(${quote(text)}): ${problem.message}${at}`;
	}

	return undefined;
};

const zoned = 'IPv6 zones cannot be present in a prefix';

const bitsProblem = (bits: string, longest: number): string | undefined => {
	if (!/^(?:\d|[1-9]\d+)$/.test(bits)) {
		return `bad bits after slash: ${quote(bits)}`;
	}

	return Number(bits) > longest ? 'prefix length out of range' : undefined;
};

/** Why a text is not a network. @mirrors netip.ParsePrefix */
export const networkProblem = (text: string): string | undefined => {
	const slash = text.lastIndexOf('/');
	const address = text.slice(0, Math.max(slash, 0));
	const bits = text.slice(slash + 1);
	const longest = address.includes(':') ? 128 : 32;
	const problem =
		slash === -1 ? "no '/'" : (addressProblem(address) ?? (address.includes('%') ? zoned : bitsProblem(bits, longest)));
	return problem && `netip.ParsePrefix(${quote(text)}): ${problem}`;
};
