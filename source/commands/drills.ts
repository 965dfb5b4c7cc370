import {progressMark} from '../classroom/progress-mark.js';
import {readProgress} from '../classroom/progress.js';
import type {LanguageName} from '../stages/language-names.js';
import {commandWords} from './words/words.js';
import {drillHeads, progressName} from '../classroom/heads.js';

/** The drills as a list, by level, with the repaired ones. @param language of the titles */
export const listDrills = (language: LanguageName = 'en'): string => {
	const words = commandWords(language).list;
	const progress = readProgress();
	const drills = drillHeads(language);
	const width = Math.max(0, ...drills.map(({name}) => name.length));
	return drills
		.map(({name, title, level}) => {
			const kept = progress[progressName(name)];
			const mark = progressMark(kept);
			return `${mark} ${name.padEnd(width)}  ${words.level(level)}  ${title}\n`;
		})
		.join('');
};
