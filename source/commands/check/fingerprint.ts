import {createHash} from 'node:crypto';
import path from 'node:path';
import type {Finding} from './report.js';

/** A path as pipelines name it: relative to where the check runs, with slashes. */
export const pathInOutput = (file: string): string => {
	const relative = path.isAbsolute(file) ? path.relative(process.cwd(), file) : path.normalize(file);
	return (relative.startsWith('..') ? path.resolve(file) : relative).replaceAll(path.sep, '/');
};

/** Identifies a finding across edits that move its lines: its number, file, object and field. */
export const fingerprintOf = ({id, object, places}: Finding): string => {
	const [place] = places;
	return createHash('sha256')
		.update([id, place ? pathInOutput(place.file) : '', object, place?.field ?? ''].join('\n'))
		.digest('hex')
		.slice(0, 32);
};
