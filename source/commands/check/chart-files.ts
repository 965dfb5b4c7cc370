import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {gunzipSync} from 'node:zlib';
import {unpacked} from '../../go/tar-archive.js';
import {textOfBytes} from '../../kernel/byte-text.js';

/** A file of the user, and its text if it can be read. */
export interface SourceText {
	readonly file: string;
	readonly text?: string | undefined;
}

/** The largest unpacked chart that is read, in bytes. */
const mostBytes = 64 * 1024 * 1024;

/** A text of a file; `undefined` if it cannot be read. */
export const textOfFile = (file: string): string | undefined => {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return undefined;
	}
};

/** The texts of the files in a packaged chart, by their names below the chart's own folder. @throws {Error} when it is not compressed, or too large */
const filesInArchive = (packed: Uint8Array): ReadonlyMap<string, string> => {
	const {members} = unpacked(textOfBytes(gunzipSync(packed, {maxOutputLength: mostBytes})));
	return new Map(
		members.flatMap(({kind, name, text}): ReadonlyArray<[string, string]> => {
			const [, own] = /^(?:\.\/)?[^/]+\/(.+)$/.exec(name) ?? [];
			return kind === 'file' && own !== undefined ? [[own, text]] : [];
		}),
	);
};

/** The same; nothing for a file that cannot be read. */
const archiveIn = (file: string): ReadonlyMap<string, string> => {
	try {
		return filesInArchive(readFileSync(file));
	} catch {
		return new Map();
	}
};

/** The packaged subchart of a folder `charts`: `redis-1.2.0.tgz`. */
const packedSubchart = (folder: string, name: string): string | undefined => {
	try {
		return readdirSync(folder).find(
			(file) =>
				file.startsWith(`${name}-`) && /^v?\d/.test(file.slice(name.length + 1)) && /\.t(?:ar\.)?gz$/.test(file),
		);
	} catch {
		return undefined;
	}
};

/**
Finds the files of a chart that is a folder, whose subcharts may be packaged.

@returns a function from a name below the chart's folder, such as `templates/web.yaml`, to the file
*/
export const filesOfFolder = (chart: string): ((named: string) => SourceText) => {
	const archives = new Map<string, ReadonlyMap<string, string>>();
	return (named) => {
		const file = path.join(chart, named);
		const text = textOfFile(file);
		const [, subchart, rest = ''] = /^charts\/([^/]+)\/(.+)$/.exec(named) ?? [];
		const folder = path.join(chart, 'charts');
		const packed = text === undefined && subchart !== undefined ? packedSubchart(folder, subchart) : undefined;
		if (packed === undefined) {
			return {file, text};
		}

		const archive = path.join(folder, packed);
		const files = archives.get(archive) ?? archiveIn(archive);
		archives.set(archive, files);
		return {file: path.join(archive, rest), text: files.get(rest)};
	};
};

/** Finds the files of a packaged chart, as {@link filesOfFolder} does. */
export const filesOfArchive = (chart: string): ((named: string) => SourceText) => {
	const files = archiveIn(chart);
	return (named) => ({file: path.join(chart, named), text: files.get(named)});
};
