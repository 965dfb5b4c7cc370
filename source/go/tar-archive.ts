import {byteLengthOf, bytesOfText, textOfBytes} from '../kernel/byte-text.js';

/** A file, directory or link in an archive. */
export interface Member {
	/** The given name, which may be `./a` or `../a`, without a slash at its start or end. */
	readonly name: string;
	readonly kind: 'file' | 'directory' | 'link';
	readonly mode: number;
	readonly uid: number;
	readonly gid: number;
	readonly modifiedMs: number;
	/** The text of a file, or the target of a link. */
	readonly text: string;
}

const block = 512;

const types: Readonly<Record<Member['kind'], string>> = {file: '0', directory: '5', link: '2'};

const memberKinds = new Map<string, Member['kind']>([
	[types.directory, 'directory'],
	[types.link, 'link'],
]);

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`;

const field = (text: string, width: number): Buffer => {
	const bytes = Buffer.alloc(width);
	bytesOfText(text).copy(bytes);
	return bytes;
};

const sumOf = (header: Buffer): number =>
	header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

/** A long name is split at a slash: its start is in a separate field. */
const partsOf = (name: string): readonly [name: string, prefix: string] => {
	if (byteLengthOf(name) <= 100) {
		return [name, ''];
	}

	const at = name.lastIndexOf('/', 154);
	return [name.slice(at + 1), name.slice(0, Math.max(0, at))];
};

const headerOf = ({name, kind, mode, uid, gid, modifiedMs, text}: Member, size: number): Buffer => {
	const [last, prefix] = partsOf(kind === 'directory' ? `${name}/` : name);
	const header = Buffer.concat([
		field(last, 100),
		field(octal(mode & 0o7777, 8) + octal(uid, 8) + octal(gid, 8), 24),
		field(octal(size, 12) + octal(Math.floor(modifiedMs / 1000), 12), 24),
		field(`        ${types[kind]}`, 9),
		field(kind === 'link' ? text : '', 100),
		field('ustar\x0000', 8),
		Buffer.alloc(80),
		field(prefix, 167),
	]);
	header.write(`${octal(sumOf(header), 7)} `, 148);
	return header;
};

/**
An archive in the format ustar, as text that keeps its bytes.

@see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html
*/
export const archiveOf = (members: readonly Member[]): string => {
	const parts = members.flatMap((member) => {
		const content = bytesOfText(member.kind === 'file' ? member.text : '');
		return [headerOf(member, content.length), content, Buffer.alloc((block - (content.length % block)) % block)];
	});
	const length = parts.reduce((sum, {length: own}) => sum + own, 0) + 2 * block;
	return textOfBytes(
		Buffer.concat([...parts, Buffer.alloc(Math.ceil(length / (20 * block)) * 20 * block - length + 2 * block)]),
	);
};

/** The members of an archive, up to where it cannot be read. */
export interface Unpacked {
	readonly members: readonly Member[];
	/** How the text ends: `no archive` if it, or the part after the last member, is not an archive. */
	readonly ending: 'whole' | 'no archive' | 'damaged';
}

/** The lines of an extended header: `27 path=…`, the length of each line first. @see https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html */
const recordsOf = (content: Buffer): ReadonlyMap<string, string> => {
	const records = new Map<string, string>();
	for (let at = 0; at < content.length;) {
		const [, digits = '0'] = /^(\d{1,9}) /.exec(content.toString('latin1', at, at + 10)) ?? [];
		const length = Number(digits);
		if (length <= digits.length) {
			break;
		}

		const line = textOfBytes(content.subarray(at + digits.length + 1, at + length - 1));
		const equals = line.indexOf('=');
		records.set(line.slice(0, equals), line.slice(equals + 1));
		at += length;
	}

	return records;
};

/** Reads an archive. */
export const unpacked = (text: string): Unpacked => {
	const bytes = bytesOfText(text);
	const members: Member[] = [];
	/** The extended header of the next member: names that are long or not ASCII. */
	let said: ReadonlyMap<string, string> = new Map();
	for (let at = 0; at + block <= bytes.length;) {
		const header = bytes.subarray(at, at + block);
		if (header.every((byte) => byte === 0)) {
			return {members, ending: 'whole'};
		}

		const textAt = (from: number, width: number): string =>
			textOfBytes(header.subarray(from, from + width)).replace(/\0.*$/s, '');
		const numberAt = (from: number, width: number): number => Number.parseInt(textAt(from, width).trim() || '0', 8);
		if (numberAt(148, 8) !== sumOf(header)) {
			return {members, ending: at === 0 ? 'no archive' : 'damaged'};
		}

		const size = numberAt(124, 12);
		const type = textAt(156, 1);
		const content = bytes.subarray(at + block, at + block + size);
		at += block + Math.ceil(size / block) * block;
		if (type === 'x' || type === 'L') {
			said = type === 'x' ? recordsOf(content) : new Map([['path', textOfBytes(content).replace(/\0.*$/s, '')]]);
			continue;
		}

		const prefix = textAt(257, 5) === 'ustar' ? textAt(345, 155) : '';
		const kind = memberKinds.get(type) ?? 'file';
		if (['', '0', '2', '5', '7'].includes(type)) {
			members.push({
				name: (said.get('path') ?? (prefix === '' ? textAt(0, 100) : `${prefix}/${textAt(0, 100)}`)).replaceAll(
					/^\/+|\/+$/g,
					'',
				),
				kind,
				mode: numberAt(100, 8),
				uid: numberAt(108, 8),
				gid: numberAt(116, 8),
				modifiedMs: numberAt(136, 12) * 1000,
				text: kind === 'link' ? (said.get('linkpath') ?? textAt(157, 100)) : textOfBytes(content),
			});
		}

		said = new Map();
	}

	return {members, ending: members.length === 0 ? 'no archive' : 'damaged'};
};
