/** Bytes or text (in UTF-8) as base64 of the alphabet of URLs, without padding. */
export const base64url = (content: string | Uint8Array): string =>
	(typeof content === 'string' ? Buffer.from(content) : Buffer.from(content))
		.toString('base64')
		.replace(/=+$/, '')
		.replaceAll('+', '-')
		.replaceAll('/', '_');

/** The bytes of a base64url text; characters outside both alphabets are ignored. */
export const fromBase64url = (text: string): Buffer =>
	Buffer.from(text.replaceAll('-', '+').replaceAll('_', '/'), 'base64');
