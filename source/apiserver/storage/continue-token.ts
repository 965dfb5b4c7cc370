import {base64url, fromBase64url} from '../../kernel/base64url.js';
import {readJSON} from '../../go/json.js';
import {goQuoted} from '../../go/print.js';
import {messageOf} from '../../objects/message-of.js';
import {isRecord} from '../../kernel/record.js';
import {badRequest, RequestFailure} from '../request/failure.js';

/** The place where a paged list continues: its revision and its key. */
export interface Continue {
	/** −1: as it is now. */
	readonly revision: number;
	/** Below the prefix of the list. */
	readonly start: string;
}

const version = 'meta.k8s.io/v1';

export const continueToken = ({revision, start}: Continue): string =>
	base64url(JSON.stringify({v: version, rv: revision, start}));

const invalid = (why: string): RequestFailure =>
	new RequestFailure(badRequest(`invalid continue token: continue key is not valid${why}`));

/** Go's error for text that is not base64 without padding, including a last quantum of only one character. */
const base64Problem = (text: string): string | undefined => {
	const found = /[^\w-]/.exec(text)?.index ?? (text.length % 4 === 1 ? text.length - 1 : undefined);
	return found === undefined ? undefined : `illegal base64 data at input byte ${found}`;
};

const types = new Map([
	['v', 'string'],
	['rv', 'int64'],
	['start', 'string'],
]);

const kindOf = (value: unknown): string => {
	if (Array.isArray(value)) {
		return 'array';
	}

	if (typeof value === 'boolean') {
		return 'bool';
	}

	return typeof value;
};

/** Why a value does not fit Go's struct. */
const typeProblem = (value: unknown): string | undefined => {
	if (value === null) {
		return undefined;
	}

	if (typeof value !== 'object' || Array.isArray(value)) {
		return `json: cannot unmarshal ${kindOf(value)} into Go value of type storage.continueToken`;
	}

	for (const [name, field] of Object.entries(value)) {
		const type = types.get(name);
		const isRight = type === 'string' ? typeof field === 'string' : Number.isInteger(field);
		if (type !== undefined && field !== null && !isRight) {
			const kind = type === 'int64' && typeof field === 'number' ? `number ${field}` : kindOf(field);
			return `json: cannot unmarshal ${kind} into Go struct field continueToken.${name} of type ${type}`;
		}
	}

	return undefined;
};

const decode = (text: string): unknown => {
	const bad = base64Problem(text);
	if (bad !== undefined) {
		throw invalid(`: ${bad}`);
	}

	const bytes = fromBase64url(text);
	const [first = 0] = bytes;
	if (first >= 0x80) {
		// Go reads bytes, and quotes this byte as a separate character.
		throw invalid(
			`: invalid character '${goQuoted(String.fromCodePoint(first)).slice(1, -1)}' looking for beginning of value`,
		);
	}

	let value: unknown;
	try {
		({value} = readJSON(bytes.toString()));
	} catch (error) {
		throw invalid(`: ${messageOf(error)}`);
	}

	const problem = typeProblem(value);
	if (problem !== undefined) {
		throw invalid(`: ${problem}`);
	}

	return value;
};

/**
Reads the token of the last page, which the client sends back.

@throws RequestFailure 400
@mirrors k8s.io/apiserver/pkg/storage DecodeContinue
*/
export const readContinueToken = (text: string): Continue => {
	const token = decode(text);
	const {v, rv, start} = isRecord(token) ? token : {};
	if (v !== version) {
		throw invalid(`: server does not recognize this encoded version ${typeof v === 'string' ? v : ''}`);
	}

	if (typeof rv !== 'number' || !Number.isSafeInteger(rv) || rv === 0) {
		throw invalid(`: incorrect encoded start resourceVersion (version ${version})`);
	}

	if (typeof start !== 'string' || start === '') {
		throw invalid(`: encoded start key empty (version ${version})`);
	}

	const parts = start.replace(/^\//, '').split('/');
	if (parts.some((part) => part === '' || part === '.' || part === '..')) {
		throw invalid(`: ${start}`);
	}

	return {revision: rv, start: parts.join('/')};
};
