import test from 'ava';
import {findLesson} from '../../classroom/course.js';
import {LessonRun} from '../../classroom/player.js';
import {lessonOpened} from '../actions/lesson-actions.js';
import {taskPayoff} from './task-payoff.js';
import {must} from '../../testing/must.js';

/** The payoff of the task of a lesson after its solution. */
const solved = (name: string, language: 'en' | 'zh' | 'ru' = 'en'): readonly string[] => {
	const lesson = findLesson(name, language);
	const run = new LessonRun(
		lesson,
		lesson.steps.findIndex(({task}) => task !== undefined),
		language,
	);
	run.solve();
	return taskPayoff(must(lessonOpened(run, {}).lesson, 'a lesson'));
};

test('a solved task says before and after in numbers, the command that is the cause, and what to try', (t) => {
	const [numbers = '', cause = '', next = ''] = solved('6');
	t.is(numbers, 'deployment/web: status.availableReplicas 3 → 5');
	t.regex(cause, /^Cause, [\d.]+ s before: kubectl scale deployment web --replicas=5 at #\d+\.$/);
	t.regex(next, /:export svg FILE/);
});

test('the cause is the command with the effect, not an earlier one that failed or was too little', (t) => {
	const lesson = findLesson('6');
	const task = lesson.steps.findIndex((step) => step.task !== undefined);
	const run = new LessonRun(lesson, task);
	for (const count of ['--replica=5', '--replicas=4', '--replicas=5']) {
		run.submit({kubectl: `scale deployment web ${count}`});
		const {recording} = run;
		const untilMs = recording.kernel.now + 20_000;
		while (recording.extend(untilMs)) {
			// Until the command has had its effect.
		}
	}

	t.regex(
		taskPayoff(must(lessonOpened(run, {}).lesson, 'a lesson'))[1] ?? '',
		/^Cause, [\d.]+ s before: kubectl scale deployment web --replicas=5 at #\d+\.$/,
	);
});

test('where clients send requests, the numbers are theirs, in each language', (t) => {
	for (const language of ['en', 'zh', 'ru'] as const) {
		const [numbers = '', , next = ''] = solved('22', language);
		const counts = (numbers.match(/\d+/g) ?? []).map(Number);
		t.is(counts.length, 5, numbers);
		const after = counts.slice(3);
		t.true((after[0] ?? 0) > 100 && after[0] === after[1], numbers);
		t.regex(next, /:race/);
	}
});

test('several kinds of lost requests are listed as each language lists them', (t) => {
	t.regex(solved('23')[0] ?? '', /^Before: \d+ refused, \d+ timed out of \d+\./);
	t.regex(solved('23', 'zh')[0] ?? '', /^之前：\d+ 个请求中 \d+ 个被拒绝、\d+ 个超时。/);
});

for (const [lesson, expected] of [
	['3', 'pod/web: new, with status.phase Running'],
	['14', 'pod/web: status.containerStatuses.restartCount 0 → 1'],
	['20', "the iptables rules on node node-a: services['default/front'].port was missing → 8080"],
] as const) {
	test(`the end of the task of lesson ${lesson} has the value that was asked for`, (t) => {
		t.is(solved(lesson)[0], expected);
	});
}

test('before and after are of clients on the same node, and a process that the learner started again is the cause', (t) => {
	const [numbers = '', cause = ''] = solved('21');
	t.regex(numbers, /^Before: .*timed out of \d+\. After: (\d+) of \1 answered\.$/);
	t.regex(cause, /^Cause, [\d.]+ s before: :restart kube-proxy\/node-a at #\d+\.$/);
});

test('of several clients of a trial, the numbers are those of the client that the task is about', (t) => {
	t.regex(solved('23')[0] ?? '', /After: (\d{3}) of \1 answered\.$/);
});

for (const [lesson, command] of [
	['3', 'create rolebinding developers'],
	['4', 'run right --image=nginx:1.27'],
	['8', 'rollout undo deployment/web'],
	['22', 'patch deployment shop'],
] as const) {
	test(`the cause at the end of lesson ${lesson} is the decisive command: not an earlier one, and none of the trial`, (t) => {
		t.true(solved(lesson)[1]?.includes(`kubectl ${command}`), solved(lesson)[1]);
	});
}
