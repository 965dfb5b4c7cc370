import test from 'ava';
import {matchesGlob} from './glob.js';

const table: ReadonlyArray<readonly [pattern: string, path: string, matches: boolean]> = [
	['apiserver.admit', 'apiserver.admit.mutate.Priority', true],
	['apiserver.admit', 'apiserver.admitted', false],
	['scheduler.*.TaintToleration', 'scheduler.filter.TaintToleration', true],
	['scheduler.*', 'scheduler', false],
	['**.TaintToleration', 'scheduler.filter.TaintToleration', true],
	['**', 'anything.at.all', true],
	['apiserver.**.Priority', 'apiserver.admit.mutate.Priority', true],
	['/registry/*/default/web', '/registry/pods/default/web', true],
	['/registry/*/web', '/registry/pods/default/web', false],
	['/registry/**/web', '/registry/pods/default/web', true],
	['kubelet', 'kubelet/node-a', true],
	['kubelet/node-a', 'kubelet/node-b', false],
	['APIServer.Store', 'apiserver.store', true],
	['a.b+c', 'a.b+c', true],
	['a.b+c', 'a.bbc', false],
	['', '', true],
];

for (const [pattern, path, matches] of table) {
	test(`${pattern || 'nothing'} ${matches ? 'matches' : 'does not match'} ${path || 'nothing'}`, (t) => {
		t.is(matchesGlob(pattern, path), matches);
	});
}
