import test from 'ava';
import {neverEnds, onlyLooks} from './typed-command.js';

test('a command that only looks is known behind the global flags of kubectl', (t) => {
	for (const line of [
		'get events',
		'-n team-a get events',
		'-nteam-a get events',
		'--namespace=team-a get events',
		'--context jane@kubernetes --warnings-as-errors get pods',
		'-v 8 describe pod web',
		'diff -f web.yaml',
		'rollout history deployment web',
		'create deployment web --image=nginx --dry-run=client -o yaml',
		'-n team-a delete pod web --dry-run=server',
	]) {
		t.true(onlyLooks(line), line);
	}

	for (const line of [
		'-n get apply',
		'--namespace=get delete pod web',
		'-n team-a get pods -w',
		'--warnings-as-errors run web',
		'run web --image=nginx --dry-run=none',
		'exec web -- tool --dry-run',
		'rollout restart deployment web',
	]) {
		t.false(onlyLooks(line), line);
	}

	t.true(neverEnds('-n team-a logs web -f'));
	t.false(neverEnds('-n logs get pods'));
});
