import {addressProblem} from './netip.js';

/** A URL as Go reads it. Texts are empty if the URL does not have the part. */
export interface GoURL {
	/** The scheme, in lower case. */
	readonly scheme: string;
	/** The host with its port, without escapes. */
	readonly host: string;
	/** The path as written. */
	readonly path: string;
	/** The part after the question mark, as written. */
	readonly query: string;
}

/** A text that is not a URL; `message` is Go's. */
class URLError extends Error {}

const hex = /^%[\da-fA-F]{2}/;

/** Characters that may appear in a host without an escape. */
const hostCharacter = /[A-Za-z\d\-_.~!$&'()*+,;=:[\]<>"\u0080-\uFFFF]/;

/** Refuses escapes that are not two hexadecimal digits. @mirrors net/url unescape */
const checkEscapes = (text: string): void => {
	for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', at + 1)) {
		if (!hex.test(text.slice(at))) {
			throw new URLError(`invalid URL escape ${JSON.stringify(text.slice(at, at + 3))}`);
		}
	}
};

/** A host without escapes: only bytes beyond ASCII, and the percent sign, may have one. */
const unescapeHost = (text: string): string => {
	checkEscapes(text);
	for (const [escape] of text.matchAll(/%[\da-fA-F]{2}/g)) {
		if (escape !== '%25' && Number.parseInt(escape.slice(1), 16) < 0x80) {
			throw new URLError(`invalid URL escape ${JSON.stringify(escape)}`);
		}
	}

	const wrong = [...text].find((character) => character !== '%' && !hostCharacter.test(character));
	if (wrong !== undefined) {
		throw new URLError(`invalid character ${JSON.stringify(wrong)} in host name`);
	}

	return text.includes('%')
		? Buffer.from(
				text.replaceAll(/%([\da-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
				'latin1',
			).toString()
		: text;
};

const checkPort = (port: string): void => {
	if (!/^(?::\d*)?$/.test(port)) {
		throw new URLError(`invalid port ${JSON.stringify(port)} after host`);
	}
};

/** An IPv6 address in brackets, and its port. */
const bracketedHost = (host: string): string => {
	const close = host.lastIndexOf(']');
	if (close === -1) {
		throw new URLError("missing ']' in host");
	}

	checkPort(host.slice(close + 1));
	const address = unescapeHost(host.slice(1, close));
	const problem = addressProblem(address);
	if (problem !== undefined) {
		throw new URLError(`invalid host: ${problem}`);
	}

	if (!address.includes(':')) {
		throw new URLError('invalid IP-literal');
	}

	return `[${address}]${host.slice(close + 1)}`;
};

/** @mirrors net/url parseHost */
const readHost = (scheme: string, host: string): string => {
	const open = host.lastIndexOf('[');
	if (open > 0) {
		throw new URLError('invalid IP-literal');
	}

	if (open === 0) {
		return bracketedHost(host);
	}

	const isStrict = scheme === 'http' || scheme === 'https';
	const colon = isStrict ? host.indexOf(':') : host.lastIndexOf(':');
	checkPort(colon === -1 ? '' : host.slice(colon));
	return unescapeHost(host);
};

/** @mirrors net/url parseAuthority */
const readAuthority = (scheme: string, authority: string): string => {
	const at = authority.lastIndexOf('@');
	const host = readHost(scheme, authority.slice(at + 1));
	const user = at === -1 ? '' : authority.slice(0, at);
	if (!/^[A-Za-z\d\-._:~!$&'()*+,;=%@]*$/.test(user)) {
		throw new URLError('net/url: invalid userinfo');
	}

	checkEscapes(user);
	return host;
};

const readScheme = (text: string): {readonly scheme: string; readonly rest: string} => {
	if (text.startsWith(':')) {
		throw new URLError('missing protocol scheme');
	}

	const scheme = /^([A-Za-z][A-Za-z\d+\-.]*):/.exec(text)?.[1] ?? '';
	return {scheme: scheme.toLowerCase(), rest: scheme === '' ? text : text.slice(scheme.length + 1)};
};

/**
Reads an absolute URL or an absolute path.

@param ofRequest whether a path that begins with two slashes is a path, not a host.

@mirrors net/url parse
*/
const read = (text: string, ofRequest: boolean): GoURL => {
	// eslint-disable-next-line no-control-regex
	if (/[\u0000-\u001F\u007F]/.test(text)) {
		throw new URLError('net/url: invalid control character in URL');
	}

	if (text === '') {
		throw new URLError('empty url');
	}

	if (text === '*') {
		return {scheme: '', host: '', path: '*', query: ''};
	}

	const {scheme, rest} = readScheme(text);
	const [before = '', ...after] = rest.split('?');
	const query = after.join('?');
	if (!before.startsWith('/')) {
		if (scheme === '') {
			throw new URLError('invalid URI for request');
		}

		return {scheme, host: '', path: '', query};
	}

	const hasHost = scheme !== '' || (!ofRequest && !before.startsWith('///'));
	if (!hasHost || !before.startsWith('//')) {
		checkEscapes(before);
		return {scheme, host: '', path: before, query};
	}

	const slash = before.indexOf('/', 2);
	const path = slash === -1 ? '' : before.slice(slash);
	const host = readAuthority(scheme, before.slice(2, slash === -1 ? undefined : slash));
	checkEscapes(path);
	return {scheme, host, path, query};
};

/**
Reads an absolute URL or an absolute path; its fragment is left out.

@throws Error with Go's message.
@mirrors net/url ParseRequestURI, Parse
*/
export const readGoURL = (text: string): GoURL => {
	try {
		read(text, true);
		return read(text.split('#')[0] ?? '', false);
	} catch (error) {
		throw error instanceof URLError ? new Error(`parse ${JSON.stringify(text)}: ${error.message}`) : error;
	}
};

/** Characters of a path that need no escape. */
const pathCharacter = /[A-Za-z\d\-_.~$&+,/:;=@]/;

/** The path with escapes: as it is written, unless a character in it needs an escape. @mirrors URL.EscapedPath */
export const escapedPath = ({path}: GoURL): string =>
	/^(?:[A-Za-z\d\-_.~$&+,/:;=@!'()*[\]]|%[\da-fA-F]{2})*$/.test(path)
		? path
		: [
				...Buffer.from(
					path.replaceAll(/%([\da-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
				),
			]
				.map((byte) => {
					const character = String.fromCharCode(byte);
					return byte < 0x80 && pathCharacter.test(character)
						? character
						: `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
				})
				.join('');

const unescapeQuery = (text: string): string | undefined => {
	try {
		return decodeURIComponent(text.replaceAll('+', ' '));
	} catch {
		return undefined;
	}
};

/** The parameters of the query: a pair that cannot be decoded is left out. @mirrors URL.Query */
export const queryOf = ({query}: GoURL): ReadonlyMap<string, readonly string[]> => {
	const values = new Map<string, string[]>();
	for (const pair of query.split('&')) {
		const equals = pair.indexOf('=');
		const key = unescapeQuery(equals === -1 ? pair : pair.slice(0, equals));
		const value = unescapeQuery(equals === -1 ? '' : pair.slice(equals + 1));
		if (pair !== '' && !pair.includes(';') && key !== undefined && value !== undefined) {
			values.set(key, [...(values.get(key) ?? []), value]);
		}
	}

	return values;
};

/** Host and port, separated; the brackets of an IPv6 address are left out. @mirrors net/url splitHostPort */
export const hostAndPort = ({host}: GoURL): {readonly hostname: string; readonly port: string} => {
	const colon = host.lastIndexOf(':');
	const hasPort = colon !== -1 && /^:\d*$/.test(host.slice(colon));
	const name = hasPort ? host.slice(0, colon) : host;
	return {
		hostname: name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name,
		port: hasPort ? host.slice(colon + 1) : '',
	};
};
