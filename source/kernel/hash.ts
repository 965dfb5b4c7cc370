import {hmac} from '@noble/hashes/hmac.js';
import {md5 as md5Of, sha1 as sha1Of} from '@noble/hashes/legacy.js';
import {sha256 as sha256Of, sha512 as sha512Of} from '@noble/hashes/sha2.js';
import {bytesToHex} from '@noble/hashes/utils.js';

const encoder = new TextEncoder();
const bytesOf = (content: string | Uint8Array): Uint8Array =>
	typeof content === 'string' ? encoder.encode(content) : content;

/** SHA-256 of a text, in UTF-8, as its 32 bytes. */
export const sha256Bytes = (text: string): Uint8Array => sha256Of(encoder.encode(text));

/** The hash functions for texts and bytes, in hexadecimal; synchronous, and equal in Node and in a page. */
export const hashes = {
	md5: (content: string | Uint8Array): string => bytesToHex(md5Of(bytesOf(content))),
	sha1: (content: string | Uint8Array): string => bytesToHex(sha1Of(bytesOf(content))),
	sha256: (content: string | Uint8Array): string => bytesToHex(sha256Of(bytesOf(content))),
	sha512: (content: string | Uint8Array): string => bytesToHex(sha512Of(bytesOf(content))),
} as const;

/** HMAC with SHA-256 of a text, as its 32 bytes. */
export const hmacSha256 = (key: string | Uint8Array, text: string): Uint8Array =>
	hmac(sha256Of, bytesOf(key), encoder.encode(text));
