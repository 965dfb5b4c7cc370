import {drillShape} from '../classroom/drills/format.js';
import {examShape, examTaskShape} from '../classroom/exams/format.js';
import {lessonShape} from '../classroom/format.js';
import type {JSONSchema, Shape} from '../scenario/document.js';
import {schedulerFileShape} from '../scenario/scheduler/read-configuration.js';
import {configShape} from './check/config.js';
import {recordingShape} from './replay.js';
import {scenarioShape} from '../scenario/scenario-file.js';

const named = (title: string, shape: Shape<unknown>): JSONSchema => ({
	$schema: 'http://json-schema.org/draft-07/schema#',
	title,
	...shape.schema(),
});

/**
JSON Schemas of the files that authors write, by the name of their file in the package: `dist/schemas/scenario.json`.

They are generated from the shapes that read these files. A schema cannot express every rule: the reader may refuse a file that the schema
accepts, but accepts no file that the schema refuses.
*/
export const schemas = (): Readonly<Record<string, JSONSchema>> => ({
	scenario: named('Scenario of k8s-walkthrough', scenarioShape),
	lesson: named('Lesson of k8s-walkthrough', lessonShape),
	drill: named('Drill of k8s-walkthrough', drillShape),
	exam: named('Exam of k8s-walkthrough', examShape),
	task: named('Exam task of k8s-walkthrough', examTaskShape),
	recording: named('Recording of k8s-walkthrough', recordingShape),
	scheduler: named('KubeSchedulerConfiguration, as k8s-walkthrough reads it', schedulerFileShape),
	check: named('Settings of k8s-walkthrough check', configShape),
});
