import test from 'ava';
import {isEnglish} from '../../../../testing/catalogue.js';
import {explainLines} from '../../explain.js';
import {catalogue} from '../catalogue.js';
import {chineseExplanations} from './chinese.js';
import {explainedIn} from './explanations.js';
import {russianExplanations} from './russian.js';

/** The commands, flags, fields and names of Kubernetes in a text, which stay as they are in each language. */
const namesIn = (text: string): ReadonlySet<string> =>
	new Set(
		text.match(
			/--[a-z-]+[a-z]|\b[a-z]+[A-Z]\w+|\b(?:[A-Z][a-z]+){2,}\b|\bkubectl (?:apply|explain|logs|convert|create|delete|rollout)\b|W\d{3}|[a-z.-]+\.kubernetes\.io\/[a-z]+|\d{3,}/g,
		),
	);

for (const [language, explanations] of [
	['zh', chineseExplanations],
	['ru', russianExplanations],
] as const) {
	test(`each finding is explained in ${language}, with the same names`, (t) => {
		t.deepEqual(Object.keys(explanations).sort(), catalogue.map(({id}) => id).sort());
		for (const entry of catalogue) {
			const own = explainedIn(language, entry);
			for (const [index, original] of [entry.why, entry.mend].entries()) {
				const text = own[index] ?? '';
				t.false(isEnglish(text), `${entry.id}: ${text}`);
				t.deepEqual(
					[...namesIn(original)].filter((name) => !text.includes(name)),
					[],
					`${entry.id}: ${text}`,
				);
			}
		}
	});
}

test('an explanation has its heads in the language, and texts in one column', async (t) => {
	t.deepEqual(await explainLines('W042', {columns: 60, language: 'zh'}), [
		'W042-held-by-its-user  (error)',
		'  内容  卷或申领在 Pod 使用期间被删除。',
		'  原因  Finalizer 会保护它，直到最后一个 Pod 消失。',
		'  修复  删除使用它的 Pod。',
		'  阶段  controller.pvc-protection',
		'  查看  k8s-walkthrough run FILE --at W042',
		'  文档  https://kubernetes.io/docs/concepts/storage/',
		'        persistent-volumes/#storage-object-in-use-protection',
	]);
	const russian = await explainLines('W012', {columns: 80, language: 'ru'});
	t.is(russian[1], '  что        Service не выбирает ни одного Pod.');
});
