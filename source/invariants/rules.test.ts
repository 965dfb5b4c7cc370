import test from 'ava';
import {rules} from './rules.js';

test('each rule is a fact of its own, and says where Kubernetes has it', (t) => {
	t.is(new Set(rules.map(({name}) => name)).size, rules.length);
	for (const {name, source} of rules) {
		t.regex(source, /^(?:https:\/\/|k8s\.io\/)/, name);
	}
});
