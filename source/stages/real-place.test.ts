import test from 'ava';
import {placedCommand} from './real-place.js';

for (const [language, command, placed] of [
	['en', 'on the node: crictl pods', 'on the node: crictl pods'],
	['ru', 'on the node: crictl pods', 'на узле: crictl pods'],
	['ru', 'on node-b: ip route', 'на узле node-b: ip route'],
	['zh', 'on node-b: ip route', '在 node-b 上：ip route'],
	['ru', 'kubectl get pods', 'kubectl get pods'],
] as const) {
	test(`in ${language}, a command says where it is typed: ${command}`, (t) => {
		t.is(placedCommand(command, language), placed);
	});
}
