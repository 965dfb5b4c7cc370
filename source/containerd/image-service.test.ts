import test from 'ava';
import {Trial} from '../testing/trial.js';
import {mayUse} from '../cri/image-service.js';

test('an image may be used by whoever shows the credentials with which it was pulled; one that needed none, by all', (t) => {
	const reader = {username: 'reader', password: 'pw'};
	t.true(mayUse({credentials: undefined}, undefined));
	t.true(mayUse({credentials: reader}, {...reader}));
	t.false(mayUse({credentials: reader}, undefined));
	t.false(mayUse({credentials: reader}, {...reader, password: 'old'}));
});

const pod = (name: string) =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec:\n  containers: [{name: nginx, image: 'nginx:1.27', imagePullPolicy: Always}]\n`;

test('L13: Always asks the registry each time, and downloads nothing that the node has', (t) => {
	const trial = new Trial({nodes: [{name: 'node-a'}]});
	const pulls = ['first', 'second'].map((name) => {
		const from = trial.step;
		trial.begin('apply -f pod.yaml', {'pod.yaml': pod(name)});
		trial.pass(10_000);
		const [asked, answered] = trial.at('cri.PullImage', from);
		return {about: answered?.facts?.about, ms: (answered?.timeMs ?? 0) - (asked?.timeMs ?? 0)};
	});
	const about = {image: 'docker.io/library/nginx:1.27', node: 'node-a', bytes: 72_000_000};
	t.deepEqual(pulls, [
		{about: {...about, downloaded: 72_000_000}, ms: 2880},
		{about: {...about, downloaded: 0}, ms: 100},
	]);
});
