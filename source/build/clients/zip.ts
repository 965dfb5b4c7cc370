import {inflateRawSync} from 'node:zlib';

const endSignature = 0x06_05_4b_50;

/** One file of a zip archive. @throws {Error} when the archive does not have it. */
export const unzip = (archive: Buffer, name: string): Buffer => {
	let end = archive.length - 22;
	while (end >= 0 && archive.readUInt32LE(end) !== endSignature) {
		end--;
	}

	let at = archive.readUInt32LE(end + 16);
	for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
		const nameLength = archive.readUInt16LE(at + 28);
		if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name) {
			const method = archive.readUInt16LE(at + 10);
			const size = archive.readUInt32LE(at + 20);
			const header = archive.readUInt32LE(at + 42);
			const start = header + 30 + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
			const data = archive.subarray(start, start + size);
			return method === 0 ? data : inflateRawSync(data);
		}

		at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
	}

	throw new Error(`${name} is not in the archive`);
};
