import type {Seen} from '../classroom/check.js';
import {lessonText} from '../screen/panes/lesson-pane.js';
import {width} from '../screen/paint/text.js';
import {initialState} from '../screen/state/initial-state.js';

const columns = 80;

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '');

/** The parts of the current step that a lesson's pane truncates: command, question and options, goal, text. */
export const unshownTexts: Seen = (run) => {
	const {kubectl, say, ask, task, debrief} = run.step;
	const {lesson} = initialState(run.recording, {lesson: run});
	// The question about the misconception comes before the first text.
	const rows = lesson
		? lessonText({...lesson, belief: 'unsure'}, columns).map((row) => row.map(({text}) => text).join(''))
		: [];
	const shown = withoutSpace(rows.join(''));
	const texts = [
		kubectl && `$ kubectl ${kubectl}`,
		say ?? debrief ?? ask?.question ?? task?.goal,
		...(ask?.options.map(({text}) => text) ?? []),
	];
	const found = (message: string) => ({path: [], message, remedy: 'the pane of the lesson loses it'});
	return [
		...texts
			.filter((text) => text !== undefined && !shown.includes(withoutSpace(run.words(text))))
			.map((text) => found(`not shown: ${text}`)),
		...rows.filter((row) => width(row) > columns).map((row) => found(`wider than ${columns}: ${row}`)),
	];
};
