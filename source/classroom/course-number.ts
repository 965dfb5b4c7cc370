import path from 'node:path';
import {chapterOf, courseFolder, numberOf} from './heads.js';
import type {Lesson} from './lesson.js';

/** Whether a lesson is in the course of this program, and in no pack, drill or exam. */
export const isOfCourse = ({file}: Pick<Lesson, 'file'>): boolean =>
	path.dirname(path.dirname(path.resolve(file))) === path.resolve(courseFolder());

/** The number of a lesson of the course; `undefined` for a lesson of a pack, a drill or a task of an exam. */
export const courseNumber = (lesson: Pick<Lesson, 'file' | 'name'>): number | undefined =>
	isOfCourse(lesson) && chapterOf(lesson.name) >= 0 ? numberOf(lesson.name) : undefined;
