import type {LessonRun} from '../lessons/player.js';
import type {Seen} from '../lessons/check.js';
import {lessonOpened} from '../terminal/actions/lesson-actions.js';
import {isVisible} from '../terminal/panes/visible-evidence.js';

/** The sizes of terminals at which a lesson has to show what it speaks of. */
const sizes = [
	{columns: 80, rows: 24},
	{columns: 160, rows: 50},
] as const;

const names = ['field', 'row', 'line'] as const;

/** Draws the step at which a lesson is, and finds what its `look` names but does not show. */
export const hiddenEvidence: Seen = (run: LessonRun) => {
	const {look} = run.step;
	if (!look) {
		return [];
	}

	const hidden = sizes.filter((size) => !isVisible(lessonOpened(run, {size}), look));
	const name = names.find((one) => look[one] !== undefined);
	return hidden.length === 0
		? []
		: [
				{
					path: name === undefined ? ['look'] : ['look', name],
					message: `${name === undefined ? `the view "${look.view}"` : `${name} "${look[name]}"`} is not on the screen at ${hidden.map(({columns, rows}) => `${columns}×${rows}`).join(' or ')}`,
					remedy: 'name what the view shows at this step: open it and look',
				},
			];
};
