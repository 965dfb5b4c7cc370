import test from 'ava';
import {createCluster} from '../cluster.js';
import {Recording} from '../debugger/recording.js';
import {completeScenario} from '../scenario/scenario.js';
import {withoutSecrets} from './redact-secrets.js';

const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {password: hunter1}\n';
const aliases = [
	'a: &a [x, x, x, x, x, x, x, x, x]',
	...['b', 'c', 'd', 'e'].map((name, index) => {
		const before = `*${'abcd'[index]}`;
		return `${name}: &${name} [${Array.from({length: 9}, () => before).join(', ')}]`;
	}),
];

for (const [title, text] of [
	['can be read', secret],
	['is broken below its Secret', `${secret}---\na: [\n`],
	['has more aliases than a reader expands', `${secret}---\n${aliases.join('\n')}\n`],
] as const) {
	test(`the recording has no value of a Secret, where a manifest ${title}`, (t) => {
		const recording = new Recording(completeScenario({nodes: [], components: []}), createCluster);
		recording.submit({kubectl: 'apply -f a.yaml', files: {'a.yaml': text}});
		while (recording.extend(undefined, true)) {
			// The command runs to its end.
		}

		t.true(recording.kernel.ledger.keys('/registry/secrets/default/').length > 0 || title !== 'can be read');
		t.false(JSON.stringify(withoutSecrets(recording).inputs).includes('hunter1'));
	});
}
