import test from 'ava';
import {SharedBytes} from './shared-bytes.js';

const [a, b] = [{kind: 'ConfigMap', data: 'ä'}, {kind: 'ConfigMap'}];

test('watches that are told the same are sent the same bytes, made once', (t) => {
	const shared = new SharedBytes();
	let made = 0;
	const text = (): string => `ä${++made}`;
	const told = () => [
		{type: 'ADDED' as const, object: a},
		{type: 'ADDED' as const, object: b},
	];
	const first = shared.of(told(), text);
	t.is(first.toString(), 'ä1');
	t.is(shared.of(told(), text), first);
	for (const other of [
		told().slice(1),
		told().toReversed(),
		told().map(({object}) => ({type: 'DELETED' as const, object})),
		told().map(({type, object}) => ({type, object: {...object}})),
	]) {
		const before = made;
		t.is(shared.of(other, text).toString(), `ä${before + 1}`);
	}
});

test('what is long is not kept', (t) => {
	const shared = new SharedBytes();
	const events = [{type: 'ADDED' as const, object: a}];
	const text = (): string => 'a'.repeat(4_000_001);
	t.not(shared.of(events, text), shared.of(events, text));
});
