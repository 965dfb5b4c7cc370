import path from 'node:path';
import {platform} from '../../kernel/platform.js';
import {isRecord} from '../../kernel/record.js';
import {readTextFile} from '../../scenario/read-text-file.js';
import type {KeptExam} from './session.js';

/** The folder in which the attempt at a set is kept. */
export const attemptFolder = (exam: string): string => path.join(platform().userFolder('data'), 'exams', exam);

/** The file with the progress of the attempt at a set. */
export const attemptFile = (exam: string): string => path.join(attemptFolder(exam), 'exam.json');

/** An unfinished attempt. */
export interface KeptAttempt extends KeptExam {
	readonly seed: number;
}

const isNumbers = (value: unknown): value is readonly number[] =>
	Array.isArray(value) && value.every((item) => typeof item === 'number');

/** The last attempt at a set; `undefined` when there is none, or its file cannot be read. */
export const keptAttempt = (exam: string): KeptAttempt | undefined => {
	try {
		const value: unknown = JSON.parse(readTextFile(attemptFile(exam)));
		if (!isRecord(value)) {
			return undefined;
		}

		const {seed, at, usedMs, flagged, points} = value;
		return typeof seed === 'number' && typeof at === 'number' && typeof usedMs === 'number' && isNumbers(flagged)
			? {seed, at, usedMs, flagged, ...(isNumbers(points) ? {points} : {})}
			: undefined;
	} catch {
		return undefined;
	}
};
