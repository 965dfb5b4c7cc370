import test from 'ava';
import {runCommand} from '../../testing/command-line.js';
import {put, temporaryFolder} from '../../testing/temporary-folder.js';
import {flagsOfRun, openingWords} from './opening.js';

const folder = temporaryFolder();

test('the words name the files, their folders where there are many, and the flags of the cluster', (t) => {
	t.is(openingWords('W012', {files: ['a b.yaml', 'STDIN'], flags: []}), 'k8s-walkthrough run "a b.yaml" - --at W012');
	t.is(
		openingWords('W012', {files: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `k8s/${name}.yaml`), flags: []}),
		'k8s-walkthrough run k8s --at W012',
	);
	t.is(
		openingWords('W012', {
			files: ['web.yaml'],
			flags: flagsOfRun(
				{output: 'text', namespace: 'shop', serverSide: true, seed: 7, crds: ['one.yaml']},
				{cluster: 'ci.yaml', crds: ['two.yaml'], policy: []},
			),
		}),
		'k8s-walkthrough run web.yaml --cluster ci.yaml --seed 7 --crds one.yaml --crds two.yaml --namespace shop --server-side --at W012',
	);
});

test('the printed command opens the debugger where the check found it: in its namespace, with its policies and definitions', async (t) => {
	const quota = put(
		folder,
		'quota.yaml',
		'apiVersion: v1\nkind: ResourceQuota\nmetadata: {name: none, namespace: shop}\nspec: {hard: {pods: "0"}}\n',
	);
	const pod = put(
		folder,
		'pod.yaml',
		"apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: main, image: 'nginx:1.27'}]}\n",
	);
	const {out} = await runCommand(
		['check', '--jobs', '1', '-q', '-n', 'shop', '--policy', quota, '--kubernetes', '1.33..1.34', pod],
		'',
		4000,
	);
	const [, words = ''] = /k8s-walkthrough (run .*)/.exec(out) ?? [];
	t.is(words, `run ${pod} --policy ${quota} --namespace shop --kubernetes 1.33 --at W018`);
	const opened = await runCommand(words.split(' '), '', 4000);
	t.regex(opened.out, /exceeded quota: none, requested: pods=1, used: pods=0, limited: pods=0/);
	t.is(opened.code, 1);
});
