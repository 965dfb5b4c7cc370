import test from 'ava';
import {ruleProofs} from '../testing/rule-proofs/rule-proofs.js';
import {findings} from '../testing/rule-world.js';
import {rules} from './rules.js';
import {sources} from './sources.js';

test('each rule is a fact of its own, and says where Kubernetes has it', (t) => {
	const all = [...rules.map(({name, source}) => [name, source] as const), ...Object.entries(sources)];
	t.is(new Set(all.map(([name]) => name)).size, all.length);
	for (const [name, source] of all) {
		t.regex(source, /^(?:https:\/\/|k8s\.io\/)/, name);
	}
});

for (const proof of ruleProofs) {
	test(`a run breaks the rule, and the same run without its mistake keeps it: ${proof.rule}`, (t) => {
		t.is(findings(proof, true).length, 1);
		t.deepEqual(findings(proof, false), []);
	});
}
