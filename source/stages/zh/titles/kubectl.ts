import type {Title} from '../../stage.js';
import type {kubectlStages} from '../../kubectl.js';
import type {Translation} from '../../translation.js';

/** Stages of kubectl, in Chinese. */
export const kubectlTitles: Translation<Readonly<Record<keyof typeof kubectlStages, Title>>> = {
	'kubectl.kubeconfig': {title: 'kubeconfig', about: 'kubectl 找到自己的配置：哪个服务器，哪个用户，哪个命名空间。'},
	'kubectl.parse': {title: '读取清单', about: 'YAML 在你的机器上变成 JSON；服务器看不到你的注释和排版。'},
	'kubectl.generate': {title: '生成对象', about: '不用文件的命令，用参数生成对象。'},
	'kubectl.discover': {title: '发现', about: 'kubectl 查询服务器提供哪些资源，并把结果缓存一段时间。'},
	'kubectl.negotiate': {title: 'REST 映射', about: '类别对应到某个组和版本里的资源，由此得到 URL。'},
	'kubectl.validate': {title: '客户端检查', about: '请求离开你的机器之前，kubectl 先做自己的检查。'},
	'kubectl.request': {title: '请求', about: 'HTTP 请求；从这里开始由服务器决定。'},
	'kubectl.print': {title: '打印', about: 'kubectl 打印服务器的响应。'},
};
