import test from 'ava';
import {isWholeLine, pastedCommands, withoutMark, type PastedCommand} from './pasted-commands.js';

const tables: ReadonlyArray<readonly [name: string, text: string, commands: readonly PastedCommand[]]> = [
	['one line', 'kubectl get pods', [{line: 'kubectl get pods'}]],
	['one line with its end', 'kubectl get pods\r', [{line: 'kubectl get pods'}]],
	[
		'two lines and empty ones',
		'\nkubectl get pods\r\n\nkubectl get nodes\n',
		[{line: 'kubectl get pods'}, {line: 'kubectl get nodes'}],
	],
	['a prompt and a comment', '# first\n$ kubectl get pods\n', [{line: 'kubectl get pods'}]],
	['a continued line', 'kubectl run web \\\n  --image=nginx\n', [{line: 'kubectl run web --image=nginx'}]],
	[
		'a here-document, then a command',
		"kubectl apply -f - <<'EOF'\nkind: Pod\n# kept\n  a: 1\nEOF\nkubectl get pods\n",
		[{line: "kubectl apply -f - <<'EOF'", stdin: 'kind: Pod\n# kept\n  a: 1\n'}, {line: 'kubectl get pods'}],
	],
	[
		'a here-document that cat passes on',
		'cat <<EOF | kubectl apply -f -\na: 1\nEOF\n',
		[{line: 'kubectl apply -f - <<EOF', stdin: 'a: 1\n'}],
	],
	[
		'a here-document with tabs',
		'kubectl apply -f - <<-END\n\ta: 1\nEND',
		[{line: 'kubectl apply -f - <<-END', stdin: 'a: 1\n'}],
	],
	['a here-document without its end', 'cat <<EOF\na\nb', [{line: 'cat <<EOF', stdin: 'a\nb\n'}]],
];

for (const [name, text, commands] of tables) {
	test(`pasted: ${name}`, (t) => {
		t.deepEqual(pastedCommands(text), commands);
	});
}

test('only one line with its end runs at once', (t) => {
	t.true(isWholeLine('kubectl get pods\r'));
	t.true(isWholeLine('\nkubectl get pods\n'));
	t.false(isWholeLine('kubectl get pods'));
	t.false(isWholeLine('kubectl get pods\nkubectl get nodes\n'));
	t.is(withoutMark("kubectl apply -f - <<'EOF'"), 'kubectl apply -f -');
});
