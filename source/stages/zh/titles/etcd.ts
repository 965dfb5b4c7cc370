import type {Title} from '../../stage.js';
import type {etcdStages} from '../../etcd.js';
import type {Translation} from '../../translation.js';

/** Stages of etcd, in Chinese. */
export const etcdTitles: Translation<Readonly<Record<keyof typeof etcdStages, Title>>> = {
	'etcd.txn': {title: '事务', about: '先比较再交换：键仍处于写入方读到的修订版本，才会写入。'},
	'etcd.watch': {title: '监视', about: 'etcd 按顺序推送某个修订版本之后的每次变化。'},
	'etcd.lease': {title: '租约', about: '租约到期，挂在它上面的键就被删除：Event 只保留一小时。'},
	'etcd.compact': {title: '压缩', about: '旧的修订版本被丢弃；从那之前开始的监视得到 410，需要重新列出对象。'},
};
