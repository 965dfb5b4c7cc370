import {isRecord, type Fields} from '../../kernel/record.js';
import {encodeProtobuf, encodeWatchEvent} from '../../registry/protobuf/encode.js';
import {messageOfKind} from '../../registry/protobuf/layout.js';
import type {WatchEvent} from '../../client/request.js';

/** The media type of bodies in protobuf. */
export const protobufType = 'application/vnd.kubernetes.protobuf';

/** The media type of watches in protobuf. */
export const protobufWatchType = `${protobufType};stream=watch`;

/** The most bytes that are cached; beyond that, the cache is emptied. */
const mostKept = 32_000_000;

let encoded = new WeakMap<object, Buffer>();
let kept = 0;

/** An object in its envelope. Frozen objects are from the ledger and never change: many watches receive them. */
const objectBytes = (object: Fields): Buffer | undefined => {
	const known = encoded.get(object);
	if (known) {
		return known;
	}

	const bytes = encodeProtobuf(object);
	if (bytes && Object.isFrozen(object)) {
		if (kept > mostKept) {
			encoded = new WeakMap();
			kept = 0;
		}

		kept += bytes.length;
		encoded.set(object, bytes);
	}

	return bytes;
};

/** Whether the kind of a body has a message of protobuf; `undefined` if the body is not an object of the API. */
export const hasMessage = (body: unknown): boolean | undefined => {
	const {apiVersion, kind} = isRecord(body) ? body : {};
	return typeof apiVersion === 'string' && typeof kind === 'string'
		? messageOfKind(apiVersion, kind) !== undefined
		: undefined;
};

/** The body of an answer in protobuf; nothing if its kind has no message. */
export const answerBytes = (body: unknown): Buffer =>
	(isRecord(body) ? objectBytes(body) : undefined) ?? Buffer.alloc(0);

const lengthBytes = 4;

/**
A watch event as a frame of a stream: its length, in four bytes, and a WatchEvent without an envelope that holds the object in one. `undefined` if the object's kind has no message: the stream then ends.

@mirrors k8s.io/apimachinery/pkg/runtime/serializer/protobuf lengthDelimitedFramer
*/
export const eventBytes = ({type, object}: WatchEvent): Buffer | undefined => {
	const bytes = isRecord(object) ? objectBytes(object) : undefined;
	if (!bytes) {
		return undefined;
	}

	const event = encodeWatchEvent(type, bytes);
	const length = Buffer.alloc(lengthBytes);
	length.writeUInt32BE(event.length);
	return Buffer.concat([length, event]);
};
