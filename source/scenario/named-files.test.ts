import test from 'ava';
import {dataFiles, namedFiles} from './named-files.js';

const lines: ReadonlyArray<readonly [line: string, manifests: readonly string[], others: readonly string[]]> = [
	["apply -f a.yaml,b.yaml --filename='c d.yaml'", ['a.yaml', 'b.yaml', 'c d.yaml'], []],
	['create cm x --from-file=a.txt --from-file=key=b.txt --from-env-file c.env', [], ['a.txt', 'b.txt', 'c.env']],
	['create secret tls t --cert=tls.crt --key=tls.key', [], ['tls.crt', 'tls.key']],
	['patch deploy web --patch-file p.yaml', [], ['p.yaml']],
	['debug web --image=busybox --custom=env.yaml', [], ['env.yaml']],
	['config --kubeconfig=other view', [], ['other']],
	['config set-credentials jane --client-certificate=a.crt --client-key=a.key', [], ['a.crt', 'a.key']],
	['logs web -f', [], []],
	['get cm -o yaml', [], []],
];

for (const [line, manifests, others] of lines) {
	test(`files that ${line} names`, (t) => {
		t.deepEqual([...namedFiles(line)].sort(), [...manifests].sort());
		t.deepEqual([...dataFiles(line)].sort(), [...others].sort());
	});
}
