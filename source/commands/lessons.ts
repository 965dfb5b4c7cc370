import path from 'node:path';
import {checkLesson, coverage} from '../lessons/check.js';
import {courseFolder, lessonNames, loadLesson, type Lesson} from '../lessons/course.js';
import {readProgress} from '../lessons/progress.js';

const fileOf = (name: string): string => path.join(courseFolder, name, 'lesson.yaml');

/** The course as a list, with what has been completed. */
export const listLessons = (): string => {
	const progress = readProgress();
	const names = lessonNames();
	const width = Math.max(...names.map(({length}) => length));
	return names
		.map((name) => {
			const lesson = loadLesson(fileOf(name));
			const kept = progress[name];
			const mark = kept?.done ? '✓' : kept ? '●' : '·';
			return `${mark} ${name.padEnd(width)} ${String(lesson.minutes).padStart(3)} min  ${lesson.title}\n`;
		})
		.join('');
};

/** Lints and plays lessons. @returns exit code: 0 when all hold, 2 when a file is wrong. */
export const checkLessons = (files: readonly string[], write: (text: string) => void): number => {
	const checked = files.length > 0 ? files : lessonNames().map((name) => fileOf(name));
	const lessons: Lesson[] = [];
	let wrong = 0;
	for (const file of checked) {
		const report = checkLesson(file);
		if (report.lesson) {
			lessons.push(report.lesson);
		}

		wrong += report.mistakes.length;
		for (const mistake of report.mistakes) {
			write(`${mistake.toString()}\n`);
		}

		if (report.mistakes.length === 0) {
			write(
				`✓ ${report.lesson?.name}  ${report.lesson?.steps.length} steps, ${report.stops} stops, fingerprint ${report.fingerprint}\n`,
			);
		}
	}

	if (files.length === 0) {
		const covered = coverage(lessons);
		const missing = covered.filter((entry) => entry.lessons.length === 0).map(({claim}) => claim);
		write(`claims covered: ${covered.length - missing.length} of ${covered.length}\n`);
		for (const {claim, lessons: names} of covered.filter((entry) => entry.lessons.length > 0)) {
			write(`  ${claim.padEnd(4)} ${names.join(', ')}\n`);
		}

		write(`not covered yet: ${missing.join(' ')}\n`);
	}

	return wrong === 0 ? 0 : 2;
};
