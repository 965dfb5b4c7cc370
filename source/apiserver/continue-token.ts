import {badRequest, RequestFailure} from './failure.js';

/** Where a list in pages goes on: at which revision, and from which key on. */
export interface Continue {
	/** −1: as it is now. */
	readonly revision: number;
	/** Below the prefix of the list. */
	readonly start: string;
}

const version = 'meta.k8s.io/v1';

export const continueToken = ({revision, start}: Continue): string =>
	Buffer.from(JSON.stringify({v: version, rv: revision, start})).toString('base64url');

const invalid = (why: string): RequestFailure =>
	new RequestFailure(badRequest(`invalid continue token: continue key is not valid${why}`));

const decode = (text: string): unknown => {
	const bad = /[^\w-]/.exec(text);
	if (bad) {
		throw invalid(`: illegal base64 data at input byte ${bad.index}`);
	}

	const json = Buffer.from(text, 'base64url').toString();
	try {
		return JSON.parse(json);
	} catch {
		throw invalid(
			json === ''
				? ': unexpected end of JSON input'
				: `: invalid character ${quoted(json)} looking for beginning of value`,
		);
	}
};

const quoted = (text: string): string => `'${JSON.stringify([...text][0]!).slice(1, -1)}'`;

/**
Reads what a client sends back of the last page.

@throws RequestFailure 400
@mirrors k8s.io/apiserver/pkg/storage DecodeContinue
*/
export const readContinueToken = (text: string): Continue => {
	const token = decode(text) as {readonly v?: unknown; readonly rv?: unknown; readonly start?: unknown} | null;
	if (token?.v !== version) {
		throw invalid(`: server does not recognize this encoded version ${typeof token?.v === 'string' ? token.v : ''}`);
	}

	const {rv, start} = token;
	if (!Number.isSafeInteger(rv) || rv === 0) {
		throw invalid(`: incorrect encoded start resourceVersion (version ${version})`);
	}

	if (typeof start !== 'string' || start === '') {
		throw invalid(`: encoded start key empty (version ${version})`);
	}

	const parts = start.replace(/^\//, '').split('/');
	if (parts.some((part) => part === '' || part === '.' || part === '..')) {
		throw invalid(`: ${start}`);
	}

	return {revision: rv as number, start: parts.join('/')};
};
