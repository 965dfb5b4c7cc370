import {readdirSync} from 'node:fs';
import {Box, Text, useApp, useInput} from 'ink';
import SelectInputModule from 'ink-select-input';
import type {ReactElement} from 'react';
import {lessonNames, findLesson} from '../lessons/course.js';
import {readProgress} from '../lessons/progress.js';

const SelectInput = (SelectInputModule as unknown as {default?: typeof SelectInputModule}).default ?? SelectInputModule;

/** What was chosen on the home screen. */
export type Choice =
	| {readonly view: 'lesson'; readonly lesson: string}
	| {readonly view: 'open'; readonly file: string}
	| {readonly view: 'play'};

interface Item {
	readonly label: string;
	readonly value: Choice;
}

const items = (language?: string): {readonly items: Item[]; readonly next: number} => {
	const progress = readProgress();
	const lessons = lessonNames().map((name): Item => {
		const kept = progress[name];
		const lesson = findLesson(name, language);
		return {
			label: `${kept?.done ? '✓' : kept ? '●' : '·'} Lesson ${Number(name.slice(0, 2))} · ${lesson.title} (${lesson.minutes} min)`,
			value: {view: 'lesson', lesson: name},
		};
	});
	const manifests = readdirSync('.')
		.filter((name) => /\.(ya?ml|json)$/i.test(name) && !/^(package(-lock)?|tsconfig)\.json$/.test(name))
		.slice(0, 20)
		.map((file): Item => ({label: `  Open ${file}`, value: {view: 'open', file}}));
	const next = lessons.findIndex(({value}) => value.view === 'lesson' && !progress[value.lesson]?.done);
	return {
		items: [...lessons, {label: '  Free play: an empty cluster and kubectl', value: {view: 'play'}}, ...manifests],
		next: Math.max(0, next),
	};
};

/** Lessons with progress, manifests of this folder, free play. */
export const Home = ({
	language,
	rows,
	problem,
	onChoose,
}: {
	readonly language?: string;
	readonly rows: number;
	readonly problem?: string;
	readonly onChoose: (choice: Choice) => void;
}): ReactElement => {
	const {exit} = useApp();
	useInput((input) => {
		if (input === 'q') {
			exit();
		}
	});
	const shown = items(language);
	return (
		<Box flexDirection="column" paddingX={1}>
			<Text bold>k8s-walkthrough</Text>
			<Text>The whole path of a Pod, from kubectl to traffic and back, on a simulated Kubernetes v1.36 cluster.</Text>
			<Text>Stop at any step, look at anything, go back, ask why.</Text>
			<Text dimColor>enter starts · arrows or j k choose · q leaves</Text>
			<Text color="red">{problem ?? ' '}</Text>
			<SelectInput
				items={shown.items.map((item, index) => ({...item, key: String(index)}))}
				initialIndex={shown.next}
				limit={Math.max(3, rows - 7)}
				onSelect={({value}) => onChoose(value)}
			/>
		</Box>
	);
};
