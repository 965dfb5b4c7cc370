import {courseNumber} from '../../classroom/course-number.js';
import {views, viewLesson, type View} from '../../classroom/views.js';
import type {State} from './state.js';

/**
The views whose names the screen shows. A lesson of the course names the views of earlier lessons, those that it teaches, and the open one;
a view that one of its steps opens is named from that step on. Other screens name all views.
*/
export const namedViews = ({lesson, pane}: State): readonly View[] => {
	const number = lesson && courseNumber(lesson.run.lesson);
	if (lesson === undefined || number === undefined) {
		return views;
	}

	const {index, lesson: course} = lesson.run;
	const opensAt = (view: View): number =>
		course.steps.findIndex(({look, ask}) => look?.view === view || ask?.show?.view === view);
	return views.filter((view) => {
		const teaches = viewLesson(view) ?? 0;
		return view === pane.view || teaches < number || (teaches === number && opensAt(view) <= index);
	});
};
