import {base64url, fromBase64url} from '../kernel/base64url.js';
import {isRecord} from '../kernel/record.js';

/** A link of the page: the part of an address after `#`, which no server sees. */
export interface PageLink {
	readonly lesson?: string;
	/** The step of the lesson, counted from 1. */
	readonly step?: number;
	readonly drill?: string;
	readonly language?: string;
	/** Manifests by file name; they are only simulated. */
	readonly files?: Readonly<Record<string, string>>;
	/** The stop at which the run of the manifests opens. */
	readonly stop?: number;
}

/** More text in a link is refused: a page must not be slow because of its address. */
const mostBytes = 2_000_000;

const pass = async (bytes: Uint8Array, through: GenericTransformStream): Promise<Uint8Array> => {
	const stream = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(through);
	return new Uint8Array(await new Response(stream).arrayBuffer());
};

const unpack = async (packed: string): Promise<PageLink['files']> => {
	try {
		const bytes = await pass(fromBase64url(packed), new DecompressionStream('deflate-raw'));
		const files: unknown = bytes.length > mostBytes ? undefined : JSON.parse(new TextDecoder().decode(bytes));
		const entries = isRecord(files) ? Object.entries(files) : [];
		const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
		return texts.length === 0 ? undefined : Object.fromEntries(texts);
	} catch {
		// A link that was cut short opens the home screen.
		return undefined;
	}
};

const countIn = (text: string | null): number | undefined =>
	text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined;

/** Reads the part of an address after `#`: `lesson=6&step=4`. Unknown parts and broken ones are left out. */
export const readLink = async (hash: string): Promise<PageLink> => {
	const given = new URLSearchParams(hash.replace(/^#/, ''));
	const run = given.get('run');
	return {
		lesson: given.get('lesson') ?? undefined,
		step: countIn(given.get('step')),
		drill: given.get('drill') ?? undefined,
		language: given.get('lang') ?? undefined,
		files: run === null ? undefined : await unpack(run),
		stop: countIn(given.get('stop')),
	};
};

/** A link as the part of an address after `#`; the empty text for home. */
export const writeLink = async ({lesson, step, drill, language, files, stop}: PageLink): Promise<string> => {
	const packed =
		files && (await pass(new TextEncoder().encode(JSON.stringify(files)), new CompressionStream('deflate-raw')));
	const parts: ReadonlyArray<readonly [string, string | number | undefined]> = [
		['lesson', lesson],
		['step', step],
		['drill', drill],
		['lang', language],
		['run', packed && base64url(packed)],
		['stop', stop],
	];
	return parts
		.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
		.join('&');
};
