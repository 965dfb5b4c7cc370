import {constants, createDeflate, createInflate, type Deflate, type Inflate} from 'node:zlib';

const words =
	'options head post put delete trace accept accept-charset accept-encoding accept-language accept-ranges age allow authorization cache-control connection content-base content-encoding content-language content-length content-location content-md5 content-range content-type date etag expect expires from host if-match if-modified-since if-none-match if-range if-unmodified-since last-modified location max-forwards pragma proxy-authenticate proxy-authorization range referer retry-after server te trailer transfer-encoding upgrade user-agent vary via warning www-authenticate method get status 200 OK|version HTTP/1.1 url public set-cookie keep-alive origin';
const tail =
	'100101201202205206300302303304305306307402405406407408409410411412413414415416417502504505203 Non-Authoritative Information204 No Content301 Moved Permanently400 Bad Request401 Unauthorized403 Forbidden404 Not Found500 Internal Server Error501 Not Implemented503 Service UnavailableJan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec 00:00:00 Mon, Tue, Wed, Thu, Fri, Sat, Sun, GMTchunked,text/html,image/png,image/jpg,image/gif,application/xml,application/xhtml+xml,text/plain,text/javascript,publicprivatemax-age=gzip,deflate,sdchcharset=utf-8charset=iso-8859-1,utf-,*,enq=0.';

const sized = (text: string): Buffer => {
	const bytes = Buffer.from(text, 'latin1');
	const length = Buffer.alloc(4);
	length.writeUInt32BE(bytes.length);
	return Buffer.concat([length, bytes]);
};

/** The text that both sides of SPDY/3 treat as compressed before the first header. */
export const dictionary = Buffer.concat([
	...words
		.replace('200 OK|', '200\u0000OK ')
		.split(' ')
		.map((word) => sized(word.replace('\u0000', ' '))),
	Buffer.from(tail, 'latin1'),
]);

/** Kinds of control frames. */
export const frameTypes = {synStream: 1, synReply: 2, rstStream: 3, ping: 6, goAway: 7} as const;

/** A frame as bytes on the wire. */
export type SpdyFrame =
	| {readonly stream: number; readonly flags: number; readonly payload: Buffer}
	| {readonly type: number; readonly flags: number; readonly payload: Buffer};

const headBytes = 8;

/** The complete frames at the beginning of the received data, and the rest. */
export const framesIn = (bytes: Buffer): {readonly frames: readonly SpdyFrame[]; readonly rest: Buffer} => {
	const frames: SpdyFrame[] = [];
	let rest = bytes;
	while (rest.length >= headBytes) {
		const first = rest.readUInt32BE(0);
		const second = rest.readUInt32BE(4);
		const end = headBytes + (second & 0xff_ffff);
		if (rest.length < end) {
			break;
		}

		const payload = rest.subarray(headBytes, end);
		const flags = second >>> 24;
		frames.push(
			first & 0x8000_0000 ? {type: first & 0xffff, flags, payload} : {stream: first & 0x7fff_ffff, flags, payload},
		);
		rest = rest.subarray(end);
	}

	return {frames, rest};
};

/** A frame's bytes. */
export const frameBytes = (frame: SpdyFrame): Buffer => {
	const head = Buffer.alloc(headBytes);
	head.writeUInt32BE('type' in frame ? (0x8003_0000 | frame.type) >>> 0 : frame.stream, 0);
	head.writeUInt32BE(((frame.flags << 24) | frame.payload.length) >>> 0, 4);
	return Buffer.concat([head, frame.payload]);
};

/** The last bytes of a sync flush. */
const syncMark = Buffer.from([0, 0, 0xff, 0xff]);

/** Bytes, compressed as the next part of a stream; a reader of that part gets all of them. */
export const compressed = async (deflate: Deflate, bytes: Buffer): Promise<Buffer> =>
	new Promise((resolve) => {
		let block = Buffer.alloc(0);
		// Versions of Node differ in how early the callback of a flush runs before its output.
		const take = (chunk: Buffer): void => {
			block = Buffer.concat([block, chunk]);
			if (block.subarray(-syncMark.length).equals(syncMark)) {
				deflate.off('data', take).pause();
				resolve(block);
			}
		};

		deflate.on('data', take).resume();
		deflate.write(bytes);
		deflate.flush(constants.Z_SYNC_FLUSH);
	});

/** The headers of a connection, compressed as one stream in each direction: they must be read and written in order. */
export class HeaderBlocks {
	readonly #inflate: Inflate = createInflate({dictionary});
	readonly #deflate: Deflate = createDeflate({dictionary});

	/** @throws {Error} if they are invalid. */
	async read(block: Buffer): Promise<Readonly<Record<string, string>>> {
		const bytes = await new Promise<Buffer>((resolve, reject) => {
			this.#inflate.once('error', reject);
			this.#inflate.write(block, () => {
				this.#inflate.off('error', reject);
				resolve((this.#inflate.read() as Buffer | null) ?? Buffer.alloc(0));
			});
		});
		const headers: Record<string, string> = {};
		let at = 4;
		const next = () => {
			const length = bytes.readUInt32BE(at);
			at += 4 + length;
			return bytes.toString('latin1', at - length, at);
		};

		for (let left = bytes.readUInt32BE(0); left > 0; left--) {
			const name = next().toLowerCase();
			headers[name] = next();
		}

		return headers;
	}

	/** Encodes an empty list of headers. */
	async none(): Promise<Buffer> {
		return compressed(this.#deflate, Buffer.alloc(4));
	}
}
