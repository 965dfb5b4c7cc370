import {base64url, fromBase64url} from '../kernel/base64url.js';
import {isRecord} from '../kernel/record.js';
import {fragmentOf, mostLinkBytes, runText, type PageLink} from '../screen/page-link.js';

const pass = async (bytes: Uint8Array, through: GenericTransformStream): Promise<Uint8Array> => {
	const stream = new Blob([Uint8Array.from(bytes)]).stream().pipeThrough(through);
	return new Uint8Array(await new Response(stream).arrayBuffer());
};

const unpack = async (packed: string): Promise<Pick<PageLink, 'files' | 'recorded'>> => {
	try {
		const bytes = await pass(fromBase64url(packed), new DecompressionStream('deflate-raw'));
		const run: unknown = bytes.length > mostLinkBytes ? undefined : JSON.parse(new TextDecoder().decode(bytes));
		if (Array.isArray(run)) {
			const [recorded]: readonly unknown[] = run;
			return typeof recorded === 'string' ? {recorded} : {};
		}

		const entries = isRecord(run) ? Object.entries(run) : [];
		const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
		return texts.length === 0 ? {} : {files: Object.fromEntries(texts)};
	} catch {
		// A link that was cut short opens the home screen.
		return {};
	}
};

const countIn = (text: string | null): number | undefined =>
	text !== null && /^\d{1,7}$/.test(text) ? Number(text) : undefined;

/** Reads the part of an address after `#`: `lesson=6&step=4`. Unknown and broken parts are ignored. */
export const readLink = async (hash: string): Promise<PageLink> => {
	const given = new URLSearchParams(hash.replace(/^#/, ''));
	const run = given.get('run');
	const made = given.get('made');
	return {
		lesson: given.get('lesson') ?? undefined,
		step: countIn(given.get('step')),
		drill: given.get('drill') ?? undefined,
		exam: given.get('exam') ?? undefined,
		language: given.get('lang') ?? undefined,
		...(run === null ? {} : await unpack(run)),
		recording: given.get('recording') ?? undefined,
		stop: countIn(given.get('stop')),
		story: given.has('story') ? true : undefined,
		// It is shown in a sentence.
		made: made !== null && /^[\w.+-]{1,40}$/.test(made) ? made : undefined,
	};
};

/** A link as the part of an address after `#`; the empty text for home. */
export const writeLink = async (link: PageLink): Promise<string> => {
	const text = runText(link);
	const packed =
		text === undefined ? undefined : await pass(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
	return fragmentOf(link, packed && base64url(packed));
};
