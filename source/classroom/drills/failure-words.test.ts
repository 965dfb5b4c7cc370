import test from 'ava';
import {LessonRun} from '../player.js';
import {findDrill} from './drills.js';

/** The message of a check after these commands. */
const problemAfter = (name: string, language: 'en' | 'zh' | 'ru', ...commands: string[]): string | undefined => {
	const run = new LessonRun(findDrill(name), 0, language);
	for (const kubectl of commands) {
		run.submit({kubectl});
	}

	const {task} = run.step;
	return task && !run.attempt(task.expect) ? run.problem : undefined;
};

test('a command of a trial that ends with another code is named, with both codes', (t) => {
	const tooMuch = 'create clusterrolebinding dana --clusterrole=view --user=dana';
	t.is(
		problemAfter('dana-may-not-look', 'en', tooMuch),
		'in a trial, kubectl auth can-i list configmaps --as=dana --quiet ends with exit code 0, but should end with 1',
	);
	t.is(
		problemAfter('dana-may-not-look', 'zh', tooMuch),
		'试了一下，kubectl auth can-i list configmaps --as=dana --quiet 的退出码是 0，应该是 1',
	);
});

test('the message about a client names its last request where that one must be answered', (t) => {
	t.regex(
		problemAfter('a-service-for-nobody', 'en') ?? '',
		/^ten minutes later, client customer got an answer to 0 of \d+ requests; the last one must be answered$/,
	);
});
