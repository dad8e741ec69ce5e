<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>ActionBar</name>
    <message>
        <source>With the chosen memories</source>
        <translation>对选中的记忆</translation>
    </message>
    <message>
        <source>All</source>
        <translation>全选</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Put away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘掉</translation>
    </message>
    <message>
        <source>No longer select</source>
        <translation>退出选择</translation>
    </message>
    <message>
        <source>%1 chosen</source>
        <translation>已选 %1 条</translation>
    </message>
    <message>
        <source>None chosen</source>
        <translation>未选择</translation>
    </message>
</context>
<context>
    <name>Adding</name>
    <message>
        <source>%1 disagrees with something that is kept. You decide.</source>
        <translation>%1与已有的记忆不一致，由你决定。</translation>
    </message>
    <message>
        <source>Decide</source>
        <translation>去决定</translation>
    </message>
    <message>
        <source>This is kept already: %1</source>
        <translation>已经记住了：%1</translation>
    </message>
    <message>
        <source>Changed to: %1</source>
        <translation>已改为：%1</translation>
    </message>
    <message>
        <source>Kept: %1</source>
        <translation>已保留：%1</translation>
    </message>
    <message>
        <source>This looks like a password or a key, so it is not kept. Leave that part out, then try again.</source>
        <translation>这看起来像密码或密钥，所以没有保存。去掉那一部分再试。</translation>
    </message>
    <message>
        <source>This is too long for one memory. Nothing was kept; shorten it.</source>
        <translation>作为一条记忆太长了。没有保存，请缩短。</translation>
    </message>
    <message>
        <source>There are no words in it. Nothing was kept.</source>
        <translation>里面没有文字，没有保存。</translation>
    </message>
    <message>
        <source>This was not kept. Say it in other words.</source>
        <translation>没有保存。请换个说法。</translation>
    </message>
</context>
<context>
    <name>AnswerLine</name>
    <message>
        <source>Go on</source>
        <translation>继续</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>重新回答</translation>
    </message>
    <message>
        <source>About this answer</source>
        <translation>关于这条回答</translation>
    </message>
    <message>
        <source>Looking through your memories…</source>
        <translation>正在翻看你的记忆…</translation>
    </message>
    <message>
        <source>Waiting for the model…</source>
        <translation>正在等待模型…</translation>
    </message>
    <message>
        <source>The model is being loaded…</source>
        <translation>正在加载模型…</translation>
    </message>
    <message>
        <source>The model is busy, trying again…</source>
        <translation>模型正忙，正在重试…</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>正在写…</translation>
    </message>
    <message>
        <source>Working with your memories…</source>
        <translation>正在查看你的记忆…</translation>
    </message>
    <message>
        <source>Summing up the older part of this chat…</source>
        <translation>正在概括这段对话较早的部分…</translation>
    </message>
    <message>
        <source>The model is busy, trying again in %1 seconds…</source>
        <translation>模型正忙，%1 秒后重试…</translation>
    </message>
    <message>
        <source>No memories used</source>
        <translation>没有用到记忆</translation>
    </message>
    <message>
        <source>Used 1 memory</source>
        <translation>用到 1 条记忆</translation>
    </message>
    <message>
        <source>Used %1 memories</source>
        <translation>用到 %1 条记忆</translation>
    </message>
    <message>
        <source>Answered from memory alone, without a model</source>
        <translation>只用记忆回答，没有用模型</translation>
    </message>
    <message>
        <source>Answered by %1 (%2)</source>
        <comment>a model, and where it runs</comment>
        <translation>由 %1（%2）回答</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>已停止</translation>
    </message>
</context>
<context>
    <name>AnswerView</name>
    <message>
        <source>Thoughts</source>
        <translation>思考过程</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
</context>
<context>
    <name>AnswersSettings</name>
    <message>
        <source>Answers and models</source>
        <translation>回答与模型</translation>
    </message>
    <message>
        <source>Where answers come from. Without a model, answers are made from your memories.</source>
        <translation>回答从哪里来。没有模型时，回答由你的记忆组成。</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>模型</translation>
    </message>
    <message>
        <source>Each says where it runs.</source>
        <translation>每个模型都写明在哪里运行。</translation>
    </message>
    <message>
        <source>Look for models on this computer</source>
        <translation>在本机寻找模型</translation>
    </message>
    <message>
        <source>Ollama, LM Studio and llama.cpp are found by themselves.</source>
        <translation>会自动找到 Ollama、LM Studio 和 llama.cpp。</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>服务商</translation>
    </message>
    <message>
        <source>Connect a provider</source>
        <translation>连接服务商</translation>
    </message>
    <message>
        <source>What you send goes there. Memories that are only for here do not.</source>
        <translation>你发送的内容会传到那里；只限本机的记忆不会。</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Leave it empty for the usual one.</source>
        <translation>留空则使用默认地址。</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>密钥</translation>
    </message>
    <message>
        <source>Kept in the system&apos;s safe place for keys.</source>
        <translation>保存在系统的密钥库中。</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>测试</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>A key is kept</source>
        <translation>已保存密钥</translation>
    </message>
    <message>
        <source>Testing…</source>
        <translation>正在测试…</translation>
    </message>
    <message>
        <source>It works: %1 models.</source>
        <translation>可以使用：%1 个模型。</translation>
    </message>
    <message>
        <source>Nothing answers at this address. Check it, and whether the server runs.</source>
        <translation>这个地址没有回应。请检查地址，以及服务器是否在运行。</translation>
    </message>
    <message>
        <source>Saved until Keepsake is closed: the system has no safe place for keys.</source>
        <translation>只保存到关闭 Keepsake 为止：系统没有可用的密钥库。</translation>
    </message>
    <message>
        <source>Saved. Choose one of its models above.</source>
        <translation>已保存。请在上方选择它的模型。</translation>
    </message>
    <message>
        <source>Memory only, no model</source>
        <translation>只用记忆，不用模型</translation>
    </message>
</context>
<context>
    <name>BrowserController</name>
    <message>
        <source>Copied.</source>
        <translation>已复制。</translation>
    </message>
    <message>
        <source>Choose a memory to see where it comes from.</source>
        <translation>选一条记忆，看看它来自哪里。</translation>
    </message>
    <message>
        <source>Changed to: %1</source>
        <translation>已改为：%1</translation>
    </message>
</context>
<context>
    <name>BrowserPage</name>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a memory</source>
        <translation>添加记忆</translation>
    </message>
</context>
<context>
    <name>Bubble</name>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
</context>
<context>
    <name>ChatController</name>
    <message>
        <source>Please go on.</source>
        <translation>请继续。</translation>
    </message>
    <message>
        <source>Temporary chat</source>
        <translation>临时对话</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>这个对话</translation>
    </message>
    <message>
        <source>Memories used</source>
        <translation>用到的记忆</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Delete the chat…</source>
        <translation>删除对话…</translation>
    </message>
    <message>
        <source>Copy the whole chat</source>
        <translation>复制整个对话</translation>
    </message>
</context>
<context>
    <name>ClusterCard</name>
    <message>
        <source>Put together</source>
        <translation>合并</translation>
    </message>
    <message>
        <source>Put together: %1</source>
        <translation>合并：%1</translation>
    </message>
    <message>
        <source>No statement was found that keeps every name and number. They stay.</source>
        <translation>没有找到能保留所有名字和数字的说法。它们保持不变。</translation>
    </message>
</context>
<context>
    <name>Code</name>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>文本</translation>
    </message>
    <message>
        <source>Spreadsheet formula</source>
        <translation>表格公式</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>命令</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>代码</translation>
    </message>
</context>
<context>
    <name>ColourButton</name>
    <message>
        <source>Colour of %1: %2</source>
        <translation>“%1”的颜色：%2</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Not remembered</source>
        <translation>不会记住</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>发送</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Pasted text, %1 characters</source>
        <translation>粘贴的文本，%1 个字符</translation>
    </message>
</context>
<context>
    <name>ComposerEdit</name>
    <message>
        <source>Write a message</source>
        <translation>写点什么</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>消息</translation>
    </message>
</context>
<context>
    <name>ConversationDelegate</name>
    <message>
        <source>Title of the chat</source>
        <translation>对话标题</translation>
    </message>
</context>
<context>
    <name>ConversationModel</name>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
</context>
<context>
    <name>ConversationPane</name>
    <message>
        <source>Search your chats</source>
        <translation>搜索对话</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
    <message>
        <source>Delete the chat…</source>
        <translation>删除对话…</translation>
    </message>
    <message>
        <source>Nothing matches your search.</source>
        <translation>没有符合的结果。</translation>
    </message>
    <message>
        <source>Your chats will be listed here.</source>
        <translation>你的对话会列在这里。</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>重命名</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>取消置顶</translation>
    </message>
    <message>
        <source>Pin to the top</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Title of the chat</source>
        <translation>对话标题</translation>
    </message>
</context>
<context>
    <name>CopyButton</name>
    <message>
        <source>Copy</source>
        <translation>复制</translation>
    </message>
</context>
<context>
    <name>Days</name>
    <message>
        <source>Pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>This week</source>
        <translation>本周</translation>
    </message>
    <message>
        <source>Last week</source>
        <translation>上周</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>本月</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <comment>heading of a month, Qt format</comment>
        <translation>yyyy年M月</translation>
    </message>
</context>
<context>
    <name>DeleteChat</name>
    <message>
        <source>Delete this chat?</source>
        <translation>删除这个对话？</translation>
    </message>
    <message>
        <source>Its messages are gone for good. What was remembered from it stays.</source>
        <translation>其中的消息将永远消失。从中记住的内容会保留。</translation>
    </message>
    <message>
        <source>Delete the chat</source>
        <translation>删除对话</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
</context>
<context>
    <name>DetailHeader</name>
    <message>
        <source>Back to the list</source>
        <translation>返回列表</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Put away</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘掉</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>恢复</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>已置顶</translation>
    </message>
</context>
<context>
    <name>DetailPane</name>
    <message>
        <source>The chosen memory</source>
        <translation>选中的记忆</translation>
    </message>
    <message>
        <source>Kept since %1</source>
        <comment>day</comment>
        <translation>记住于 %1</translation>
    </message>
    <message>
        <source>ends by itself: %1</source>
        <comment>day</comment>
        <translation>自动到期：%1</translation>
    </message>
    <message>
        <source>Copy the words</source>
        <translation>复制文字</translation>
    </message>
    <message>
        <source>On this computer only</source>
        <translation>只在这台电脑上</translation>
    </message>
    <message>
        <source>Keep for good</source>
        <translation>一直保留</translation>
    </message>
    <message>
        <source>Erase for good…</source>
        <translation>彻底清除…</translation>
    </message>
</context>
<context>
    <name>EditSheet</name>
    <message>
        <source>Ctrl+Enter saves · Esc cancels</source>
        <translation>Ctrl+Enter 保存 · Esc 取消</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
</context>
<context>
    <name>EmptyChat</name>
    <message>
        <source>This chat leaves no trace.</source>
        <translation>这个对话不留痕迹。</translation>
    </message>
    <message>
        <source>Nothing of it is remembered, no memories are used, and it is gone when you close it.</source>
        <translation>不会记住其中的任何内容，也不会用到记忆，关闭后即消失。</translation>
    </message>
    <message>
        <source>Hello. What shall I keep in mind?</source>
        <translation>你好，要我记住什么？</translation>
    </message>
    <message>
        <source>Ask anything, or tell me something about you. What matters later is remembered, and you can always see, change or forget it.</source>
        <translation>可以问任何问题，也可以说说你自己。以后有用的会记住，你随时可以查看、修改或忘掉。</translation>
    </message>
    <message>
        <source>“I’m Clara, I live in Leeds with Tom and two children.”</source>
        <translation>“我叫小兰，和先生、两个孩子住在苏州。”</translation>
    </message>
    <message>
        <source>“A birthday dinner for eight, two of them vegetarian.”</source>
        <translation>“八个人的生日晚餐，其中两位吃素。”</translation>
    </message>
    <message>
        <source>Introduce yourself</source>
        <translation>介绍自己</translation>
    </message>
    <message>
        <source>Plan something</source>
        <translation>做个计划</translation>
    </message>
    <message>
        <source>I’m </source>
        <translation>我叫</translation>
    </message>
    <message>
        <source>Help me plan </source>
        <translation>帮我计划</translation>
    </message>
    <message>
        <source>See what is kept</source>
        <translation>看看记住了什么</translation>
    </message>
    <message>
        <source>All that is remembered, to read, change or forget.</source>
        <translation>记住的全部内容，可以查看、修改或忘掉。</translation>
    </message>
</context>
<context>
    <name>EmptyMemories</name>
    <message>
        <source>Nothing kept yet</source>
        <translation>还没有记忆</translation>
    </message>
    <message>
        <source>Memories appear here by themselves while you chat. You can also write one down yourself.</source>
        <translation>聊天时，记忆会自动出现在这里。你也可以自己写下一条。</translation>
    </message>
    <message>
        <source>Start a chat</source>
        <translation>开始对话</translation>
    </message>
</context>
<context>
    <name>EraseMemory</name>
    <message>
        <source>Erase this memory for good?</source>
        <translation>彻底清除这条记忆吗？</translation>
    </message>
    <message>
        <source>Its words are removed from this computer and cannot be brought back; they are not learned again. Backups made before keep them until they are replaced by newer ones, and the chat in which you said it stays as it is.</source>
        <translation>它的文字会从这台电脑上删除，无法找回，也不会再次记住。之前的备份在被新备份取代之前仍会保留它；你说这句话的那段对话保持不变。</translation>
    </message>
    <message>
        <source>Erase for good</source>
        <translation>彻底清除</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
</context>
<context>
    <name>ErrorLine</name>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
</context>
<context>
    <name>Errors</name>
    <message>
        <source>This could not be saved. Nothing that was saved before is lost; check that the disk can be written to, then try again.</source>
        <translation>没能保存。之前保存的内容没有丢失；请检查磁盘是否可写，然后重试。</translation>
    </message>
    <message>
        <source>This could not be saved: the disk is full. Nothing that was saved before is lost; make some room, then try again.</source>
        <translation>没能保存：磁盘已满。之前保存的内容没有丢失；请腾出空间，然后重试。</translation>
    </message>
    <message>
        <source>Keepsake is already running with these memories. Go on in its other window.</source>
        <translation>Keepsake 已经在使用这些记忆。请在另一个窗口中继续。</translation>
    </message>
    <message>
        <source>These memories were written by a newer Keepsake. They are untouched; update Keepsake to open them.</source>
        <translation>这些记忆由更新版本的 Keepsake 写成，没有被改动；请更新 Keepsake 后打开。</translation>
    </message>
    <message>
        <source>Your memories could not be read. Nothing was written over them; look into the data folder, or restore a backup.</source>
        <translation>没能读取你的记忆。没有覆盖任何内容；请查看数据文件夹，或恢复备份。</translation>
    </message>
    <message>
        <source>This is not there any more. It may have been forgotten elsewhere.</source>
        <translation>它已经不在了，可能已在别处被忘掉。</translation>
    </message>
    <message>
        <source>There is nothing to undo here any more.</source>
        <translation>这里已经没有可以撤销的了。</translation>
    </message>
    <message>
        <source>There is nothing to remember yet. Write a few words first.</source>
        <translation>还没有可以记住的内容。请先写几个字。</translation>
    </message>
    <message>
        <source>This text is too long. Nothing was saved; shorten it, then try again.</source>
        <translation>文字太长。没有保存；请缩短后重试。</translation>
    </message>
    <message>
        <source>This looks like a password or another secret, so it was not saved. Leave the secret out, then try again.</source>
        <translation>这看起来像密码或其他机密，因此没有保存。请去掉机密内容后重试。</translation>
    </message>
    <message>
        <source>This is on your list of things not to remember, so it was not saved. Change the text, or the list in the settings.</source>
        <translation>它在你的不记住清单上，因此没有保存。请修改文字，或在设置中修改清单。</translation>
    </message>
    <message>
        <source>This is not a date. Nothing was changed; write it as 2026-12-31.</source>
        <translation>这不是日期。没有作任何改动；请写成 2026-12-31 的形式。</translation>
    </message>
    <message>
        <source>This space is not there any more. Choose another one.</source>
        <translation>这个空间已经不在了，请另选一个。</translation>
    </message>
    <message>
        <source>There is a space of this name already. Choose another name.</source>
        <translation>已有同名的空间，请换一个名字。</translation>
    </message>
    <message>
        <source>This cannot be the name of a space. Write a short name on one line.</source>
        <translation>这不能作为空间的名字。请写一个单行的短名字。</translation>
    </message>
    <message>
        <source>Memories are found by their words only at the moment, not by their meaning. None is lost; check the model for memories in the settings.</source>
        <translation>目前只能按字词查找记忆，不能按意思查找。记忆没有丢失；请在设置中检查记忆所用的模型。</translation>
    </message>
    <message>
        <source>This model cannot compare meanings. Choose another model for memories in the settings.</source>
        <translation>这个模型不能比较意思。请在设置中为记忆另选模型。</translation>
    </message>
    <message>
        <source>The model for memories has changed, so meanings are computed anew. Until then memories are found by their words.</source>
        <translation>记忆所用的模型已更换，正在重新计算。在此之前按字词查找记忆。</translation>
    </message>
    <message>
        <source>This file could not be read. Nothing was brought in; try another file.</source>
        <translation>没能读取这个文件。没有导入任何内容；请换一个文件。</translation>
    </message>
    <message>
        <source>This model is not set up yet. Your message is kept; add the key in the settings.</source>
        <translation>这个模型还没有设置好。你的消息已保留；请在设置中填写密钥。</translation>
    </message>
    <message>
        <source>The key was not accepted. Your message is kept; check the key in the settings.</source>
        <translation>密钥没有被接受。你的消息已保留；请在设置中检查密钥。</translation>
    </message>
    <message>
        <source>This key may not use the model. Your message is kept; choose another model.</source>
        <translation>这个密钥不能使用该模型。你的消息已保留；请另选模型。</translation>
    </message>
    <message>
        <source>The model is not there. Your message is kept; choose another model below.</source>
        <translation>找不到这个模型。你的消息已保留；请在下方另选模型。</translation>
    </message>
    <message>
        <source>The model cannot be reached. Your message is kept; check that it runs or that you are connected, then try again.</source>
        <translation>连接不上模型。你的消息已保留；请确认它在运行或网络已连接，然后重试。</translation>
    </message>
    <message>
        <source>The model took too long. Your message is kept; try again.</source>
        <translation>模型用时太长。你的消息已保留；请重试。</translation>
    </message>
    <message>
        <source>The provider asks to wait. Your message is kept; try again in a little while.</source>
        <translation>服务商要求稍等。你的消息已保留；请过一会儿重试。</translation>
    </message>
    <message>
        <source>The provider has a problem of its own. Your message is kept; try again later.</source>
        <translation>服务商出了问题。你的消息已保留；请稍后重试。</translation>
    </message>
    <message>
        <source>The answer broke off. What arrived is kept above; try again for a whole one.</source>
        <translation>回答中断了。已收到的内容保留在上方；可以重试以得到完整的回答。</translation>
    </message>
    <message>
        <source>The model sent something that could not be read. Your message is kept; try again, or check the address in the settings.</source>
        <translation>没能读懂模型发来的内容。你的消息已保留；请重试，或在设置中检查地址。</translation>
    </message>
    <message>
        <source>No safe connection could be made, so nothing was sent. Check the address, and the clock of this computer.</source>
        <translation>没能建立安全连接，因此没有发送任何内容。请检查地址和本机的时钟。</translation>
    </message>
    <message>
        <source>This is more than the model can read at once. Your message is kept; shorten it, or choose another model.</source>
        <translation>内容超过模型一次能读的长度。你的消息已保留；请缩短，或另选模型。</translation>
    </message>
    <message>
        <source>The system&apos;s safe place for keys cannot be opened. The key is kept until Keepsake is closed.</source>
        <translation>打不开系统的密钥库。密钥只保留到关闭 Keepsake 为止。</translation>
    </message>
    <message>
        <source>There is no such setting. Nothing was changed.</source>
        <translation>没有这个设置。没有作任何改动。</translation>
    </message>
    <message>
        <source>This setting cannot have that value. Nothing was changed.</source>
        <translation>这个设置不能取该值。没有作任何改动。</translation>
    </message>
    <message>
        <source>This does not look like a key. Nothing was saved; copy it again, without other text.</source>
        <translation>这看起来不像密钥。没有保存；请重新复制，不要带其他文字。</translation>
    </message>
    <message>
        <source>Something went wrong. Nothing that was saved is lost; try again.</source>
        <translation>出了点问题。已保存的内容没有丢失；请重试。</translation>
    </message>
</context>
<context>
    <name>FacetPane</name>
    <message>
        <source>Parts of your memories</source>
        <translation>记忆的分类</translation>
    </message>
    <message>
        <source>Categories show up with your first memories.</source>
        <translation>有了第一批记忆后，这里会出现分类。</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>在哪儿用</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
    <message>
        <source>Spaces…</source>
        <translation>空间…</translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation>收起</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>还有 %1 类</translation>
    </message>
</context>
<context>
    <name>HistoryView</name>
    <message>
        <source>How it changed</source>
        <translation>变化</translation>
    </message>
    <message>
        <source>%1 earlier wordings</source>
        <translation>更早的 %1 种说法</translation>
    </message>
    <message>
        <source>now, since %1</source>
        <comment>day</comment>
        <translation>现在，从%1起</translation>
    </message>
    <message>
        <source>before: %1</source>
        <translation>以前：%1</translation>
    </message>
    <message>
        <source>was, until %1</source>
        <comment>day</comment>
        <translation>以前，到%1为止</translation>
    </message>
    <message>
        <source>Bring back</source>
        <translation>恢复</translation>
    </message>
</context>
<context>
    <name>InboxController</name>
    <message>
        <source>Forgotten: %1</source>
        <translation>已忘掉：%1</translation>
    </message>
    <message>
        <source>Stays: %1</source>
        <translation>保持不变：%1</translation>
    </message>
    <message>
        <source>Kept: %1</source>
        <translation>已保留：%1</translation>
    </message>
    <message>
        <source>Both are kept.</source>
        <translation>两条都已保留。</translation>
    </message>
    <message>
        <source>Neither is kept.</source>
        <translation>两条都没有保留。</translation>
    </message>
    <message>
        <source>Not kept: %1</source>
        <translation>未保留：%1</translation>
    </message>
    <message>
        <source>Not kept, and not asked again: %1</source>
        <translation>未保留，也不再询问：%1</translation>
    </message>
    <message>
        <source>%1 memories kept.</source>
        <translation>已保留 %1 条记忆。</translation>
    </message>
    <message>
        <source>%1 memories not kept.</source>
        <translation>%1 条记忆未保留。</translation>
    </message>
</context>
<context>
    <name>InboxPage</name>
    <message>
        <source>To review</source>
        <translation>待确认</translation>
    </message>
    <message>
        <source>Enter keeps  ·  E edits  ·  Delete doesn’t keep  ·  Ctrl+Z undoes</source>
        <translation>Enter 保留  ·  E 编辑  ·  Delete 不保留  ·  Ctrl+Z 撤销</translation>
    </message>
    <message>
        <source>Don’t keep any</source>
        <translation>都不保留</translation>
    </message>
    <message>
        <source>Keep all</source>
        <translation>全部保留</translation>
    </message>
    <message>
        <source>Things I noticed while we talked. Nothing here is used in answers until you keep it.</source>
        <translation>聊天时我注意到的事。在你保留之前，回答中不会用到。</translation>
    </message>
    <message>
        <source>Show more</source>
        <translation>显示更多</translation>
    </message>
    <message>
        <source>Nothing waits for you</source>
        <translation>没有待确认的记忆</translation>
    </message>
    <message>
        <source>When I am not sure that something should be remembered, or when it disagrees with what is kept, I ask you here.</source>
        <translation>当我不确定某件事是否该记住，或者它与已有的记忆不一致时，会在这里问你。</translation>
    </message>
    <message>
        <source>Go to the chats</source>
        <translation>去对话</translation>
    </message>
</context>
<context>
    <name>LabelsRow</name>
    <message>
        <source>Category and tags</source>
        <translation>类别和标签</translation>
    </message>
    <message>
        <source>Another one…</source>
        <translation>其他类别…</translation>
    </message>
    <message>
        <source>A new tag</source>
        <translation>新标签</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>标签</translation>
    </message>
    <message>
        <source>Tag %1; Delete takes it away</source>
        <translation>标签%1；按 Delete 移除</translation>
    </message>
    <message>
        <source>Add a tag</source>
        <translation>添加标签</translation>
    </message>
    <message>
        <source>Category: %1</source>
        <translation>类别：%1</translation>
    </message>
    <message>
        <source>Used in: %1</source>
        <translation>使用范围：%1</translation>
    </message>
    <message>
        <source>Another category</source>
        <translation>其他类别</translation>
    </message>
    <message>
        <source>One word for what this is about:</source>
        <translation>用一个词说明它关于什么：</translation>
    </message>
</context>
<context>
    <name>Learning</name>
    <message>
        <source>Nothing to remember was found in this message</source>
        <translation>这条消息里没有需要记住的内容</translation>
    </message>
    <message>
        <source>The model&apos;s reply about what to remember could not be read</source>
        <translation>模型关于该记住什么的回复无法读懂</translation>
    </message>
    <message>
        <source>This message could not be looked through for things to remember</source>
        <translation>没能查看这条消息里有什么需要记住</translation>
    </message>
    <message>
        <source>Nothing was looked for to be remembered</source>
        <translation>没有查找需要记住的内容</translation>
    </message>
</context>
<context>
    <name>ListPane</name>
    <message>
        <source>%1 memories</source>
        <translation>%1 条记忆</translation>
    </message>
    <message>
        <source>Best match first</source>
        <translation>最匹配的在前</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Add a memory</source>
        <translation>添加记忆</translation>
    </message>
    <message>
        <source>More</source>
        <translation>更多</translation>
    </message>
    <message>
        <source>Search your memories</source>
        <translation>搜索记忆</translation>
    </message>
    <message>
        <source>Order of the list</source>
        <translation>列表的顺序</translation>
    </message>
    <message>
        <source>Select</source>
        <translation>选择</translation>
    </message>
    <message>
        <source>Select several</source>
        <translation>选择多条</translation>
    </message>
    <message>
        <source>Tidy up…</source>
        <translation>整理…</translation>
    </message>
    <message>
        <source>Nothing matches %1</source>
        <comment>%1 is what was searched for</comment>
        <translation>没有找到与 %1 匹配的记忆</translation>
    </message>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
    <message>
        <source>Nothing is kept here at the moment.</source>
        <translation>这里目前没有记忆。</translation>
    </message>
    <message>
        <source>Nothing is pinned. What you pin is given along with every question.</source>
        <translation>没有置顶的记忆。置顶的记忆会随每个问题一起提供。</translation>
    </message>
    <message>
        <source>Nothing is put away. What you put away is kept, but not used in answers.</source>
        <translation>没有收起的记忆。收起的记忆会保留，但回答中不会用到。</translation>
    </message>
    <message>
        <source>The trash is empty. What you forget stays here for 30 days.</source>
        <translation>回收站是空的。忘掉的记忆会在这里保留 30 天。</translation>
    </message>
    <message>
        <source>Nothing is kept here any more.</source>
        <translation>这里已经没有记忆了。</translation>
    </message>
    <message>
        <source>Show all memories</source>
        <translation>显示全部记忆</translation>
    </message>
</context>
<context>
    <name>LookSettings</name>
    <message>
        <source>Look and language</source>
        <translation>外观与语言</translation>
    </message>
    <message>
        <source>Keepsake follows your system unless you choose here.</source>
        <translation>Keepsake 跟随系统，除非你在这里另作选择。</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>颜色</translation>
    </message>
    <message>
        <source>Light, dark, or as the system.</source>
        <translation>浅色、深色，或跟随系统。</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>跟随系统</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>浅色</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>深色</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>文字大小</translation>
    </message>
    <message>
        <source>In per cent of the system&apos;s size.</source>
        <translation>相对于系统文字大小的百分比。</translation>
    </message>
    <message>
        <source>A message is sent with</source>
        <translation>发送消息的按键</translation>
    </message>
    <message>
        <source>The other key starts a new line.</source>
        <translation>另一个按键用于换行。</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Ctrl+Enter</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>语言</translation>
    </message>
    <message>
        <source>Of the window; memories stay in your own words.</source>
        <translation>窗口的语言；记忆保持你自己的话。</translation>
    </message>
    <message>
        <source>The language changes when Keepsake is opened again.</source>
        <translation>重新打开 Keepsake 后语言生效。</translation>
    </message>
</context>
<context>
    <name>Memories</name>
    <message>
        <source>All memories</source>
        <translation>全部记忆</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>Put away</source>
        <translation>收起的</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>回收站</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>最新的在前</translation>
    </message>
    <message>
        <source>Most used first</source>
        <translation>用得最多的在前</translation>
    </message>
    <message>
        <source>By alphabet</source>
        <translation>按字母顺序</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>置顶</translation>
    </message>
    <message>
        <source>will be found by meaning soon</source>
        <translation>很快就能按意思找到</translation>
    </message>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>待确认</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>never used</source>
        <translation>没有用过</translation>
    </message>
    <message>
        <source>used once</source>
        <translation>用过 1 次</translation>
    </message>
    <message>
        <source>used %1 times</source>
        <translation>用过 %1 次</translation>
    </message>
    <message>
        <source>once</source>
        <translation>1 次</translation>
    </message>
    <message>
        <source>%1 times</source>
        <translation>%1 次</translation>
    </message>
    <message>
        <source>Active</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Replaced</source>
        <translation>已被取代</translation>
    </message>
    <message>
        <source>In the trash</source>
        <translation>在回收站</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <comment>day, time of day</comment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>Written by you</source>
        <translation>你写下的</translation>
    </message>
    <message>
        <source>Noticed in a chat</source>
        <translation>在对话中记下</translation>
    </message>
    <message>
        <source>Kept by the model in a chat</source>
        <translation>模型在对话中记下</translation>
    </message>
    <message>
        <source>Brought in from elsewhere</source>
        <translation>从别处导入</translation>
    </message>
    <message>
        <source>Put together from several memories</source>
        <translation>由几条记忆合并而成</translation>
    </message>
    <message>
        <source>not used in answers now</source>
        <translation>目前不用于回答</translation>
    </message>
    <message>
        <source>for this computer only: held back from %1</source>
        <translation>只限这台电脑：不会发送给 %1</translation>
    </message>
    <message>
        <source>only models on this computer may read it</source>
        <translation>只有这台电脑上的模型可以读</translation>
    </message>
    <message>
        <source>any model you use may read it</source>
        <translation>你用的任何模型都可以读</translation>
    </message>
</context>
<context>
    <name>MemoryActs</name>
    <message>
        <source>What is remembered</source>
        <translation>记住的内容</translation>
    </message>
    <message>
        <source>Forgotten: %1</source>
        <translation>已忘掉：%1</translation>
    </message>
    <message>
        <source>Left out of this chat from now on.</source>
        <translation>从现在起，这条记忆不再用于本对话。</translation>
    </message>
</context>
<context>
    <name>MemoryList</name>
    <message>
        <source>Memories</source>
        <translation>记忆</translation>
    </message>
</context>
<context>
    <name>MemorySettings</name>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>What I remember about you, and how I use it.</source>
        <translation>我记住你的哪些事，以及如何使用。</translation>
    </message>
    <message>
        <source>Remember things for me</source>
        <translation>替我记住</translation>
    </message>
    <message>
        <source>Use memories in answers</source>
        <translation>回答时使用记忆</translation>
    </message>
    <message>
        <source>The few that fit your question are given to the model.</source>
        <translation>只把与问题相关的几条交给模型。</translation>
    </message>
    <message>
        <source>Let the model look into memory</source>
        <translation>让模型查看记忆</translation>
    </message>
    <message>
        <source>While it answers, it may search, and change what you ask it to. Every change stands under your message; what it wants to delete on its own waits for you.</source>
        <translation>回答时，它可以查找记忆，并按你的要求修改。每处修改都会显示在你的消息下面；它自己想删除的，会先等你决定。</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>高级</translation>
    </message>
    <message>
        <source>how many, how close, in which order</source>
        <translation>多少条、多接近、按什么顺序</translation>
    </message>
    <message>
        <source>Order of memories</source>
        <translation>记忆的顺序</translation>
    </message>
    <message>
        <source>What measures best</source>
        <translation>实测最好的方式</translation>
    </message>
    <message>
        <source>Published: 40/30/20/10</source>
        <translation>论文公布的：40/30/20/10</translation>
    </message>
    <message>
        <source>My own weights</source>
        <translation>自己设定的权重</translation>
    </message>
    <message>
        <source>The published one also counts how new and how often used a memory is. It finds less.</source>
        <translation>论文公布的方式还计入记忆有多新、用得多频繁，但找到的较少。</translation>
    </message>
    <message>
        <source>Weight of relevance</source>
        <translation>相关程度的权重</translation>
    </message>
    <message>
        <source>Weight of newness</source>
        <translation>新近程度的权重</translation>
    </message>
    <message>
        <source>Weight of use</source>
        <translation>使用次数的权重</translation>
    </message>
    <message>
        <source>Weight of fit with the chat</source>
        <translation>与对话契合程度的权重</translation>
    </message>
    <message>
        <source>Hours until newness fades</source>
        <translation>新近程度减退的小时数</translation>
    </message>
    <message>
        <source>On</source>
        <translation>开启</translation>
    </message>
    <message>
        <source>Keeps what is useful and tells you at once</source>
        <translation>记住有用的，并立即告诉你</translation>
    </message>
    <message>
        <source>Ask first</source>
        <translation>先问我</translation>
    </message>
    <message>
        <source>Suggests, and you decide each time</source>
        <translation>只提建议，每次由你决定</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Only what you write down yourself</source>
        <translation>只记你自己写下的</translation>
    </message>
    <message>
        <source>Most memories in an answer</source>
        <translation>一次回答最多用几条记忆</translation>
    </message>
    <message>
        <source>Pinned ones come on top.</source>
        <translation>置顶的记忆另计。</translation>
    </message>
    <message>
        <source>Most passages of earlier chats</source>
        <translation>最多用几段以前的对话</translation>
    </message>
    <message>
        <source>0 leaves earlier chats out.</source>
        <translation>0 表示不用以前的对话。</translation>
    </message>
    <message>
        <source>Most text, in tokens</source>
        <translation>文字上限（token）</translation>
    </message>
    <message>
        <source>All memories of an answer together.</source>
        <translation>一次回答所用记忆的总量。</translation>
    </message>
    <message>
        <source>Least relevance</source>
        <translation>最低相关度</translation>
    </message>
    <message>
        <source>0 to 1, or auto for the measured one.</source>
        <translation>0 到 1，auto 表示用测得的值。</translation>
    </message>
    <message>
        <source>When two memories may be the same</source>
        <translation>两条记忆多像才算相同</translation>
    </message>
    <message>
        <source>Cosine similarity; numbers, names and negation count too.</source>
        <translation>余弦相似度；数字、名字和否定也会比较。</translation>
    </message>
    <message>
        <source>Allowed: %1</source>
        <translation>允许的值：%1</translation>
    </message>
</context>
<context>
    <name>MemoryText</name>
    <message>
        <source>What is remembered</source>
        <translation>记住的内容</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>取消</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>保存</translation>
    </message>
    <message>
        <source>Ctrl+Enter saves · Esc cancels</source>
        <translation>Ctrl+Enter 保存 · Esc 取消</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
</context>
<context>
    <name>ModelOffer</name>
    <message>
        <source>%1 was found on this computer, with the model %2.</source>
        <translation>在本机找到 %1，模型为 %2。</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>使用它</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>On this computer</source>
        <translation>在本机</translation>
    </message>
    <message>
        <source>At a provider, over the internet</source>
        <translation>在服务商处，经互联网</translation>
    </message>
    <message>
        <source>Memory only, no model</source>
        <translation>只用记忆，不用模型</translation>
    </message>
    <message>
        <source>Connect a model…</source>
        <translation>连接模型…</translation>
    </message>
    <message>
        <source>Answers come from: %1</source>
        <translation>回答来自：%1</translation>
    </message>
    <message>
        <source>Your messages and the memories that fit them go to %1. What is for this computer only is held back.</source>
        <translation>你的消息和与之相符的记忆会发送给 %1。只限这台电脑的记忆不会发送。</translation>
    </message>
    <message>
        <source>No model connected · memory only</source>
        <translation>未连接模型 · 只用记忆</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>本机</translation>
    </message>
</context>
<context>
    <name>MonthBars</name>
    <message>
        <source>Kept each month: %1</source>
        <translation>每月记下：%1</translation>
    </message>
</context>
<context>
    <name>NeverSettings</name>
    <message>
        <source>Never remember</source>
        <translation>永不记住</translation>
    </message>
    <message>
        <source>Looked at on this computer before anything is kept, however it comes in.</source>
        <translation>无论内容从哪里来，保存之前都先在这台电脑上检查。</translation>
    </message>
    <message>
        <source>Always left out</source>
        <translation>始终不记</translation>
    </message>
    <message>
        <source>Passwords and codes</source>
        <translation>密码和验证码</translation>
    </message>
    <message>
        <source>Also PINs and recovery phrases.</source>
        <translation>也包括 PIN 码和恢复短语。</translation>
    </message>
    <message>
        <source>Keys of programs and services</source>
        <translation>程序和服务的密钥</translation>
    </message>
    <message>
        <source>Card and bank numbers</source>
        <translation>银行卡号和账号</translation>
    </message>
    <message>
        <source>Identity numbers</source>
        <translation>证件号码</translation>
    </message>
    <message>
        <source>Passports, identity cards, social security.</source>
        <translation>护照、身份证、社会保险。</translation>
    </message>
    <message>
        <source>If you like</source>
        <translation>可以选择</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>Nothing about illness, allergies, medicine or the body, of anybody.</source>
        <translation>不记任何人的疾病、过敏、用药或身体情况。</translation>
    </message>
    <message>
        <source>Contact details of other people</source>
        <translation>别人的联系方式</translation>
    </message>
    <message>
        <source>No addresses, numbers or handles. Your own may be kept.</source>
        <translation>不记地址、号码或账号。你自己的可以记。</translation>
    </message>
    <message>
        <source>Your own rules</source>
        <translation>自己的规则</translation>
    </message>
    <message>
        <source>always on</source>
        <translation>始终开启</translation>
    </message>
</context>
<context>
    <name>NoteField</name>
    <message>
        <source>A new memory</source>
        <translation>新的记忆</translation>
    </message>
    <message>
        <source>For example: Mum’s birthday is on 14 March</source>
        <translation>例如：妈妈的生日是三月十四日</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>A damaged line in your memories was moved aside. Everything else is there.</source>
        <translation>记忆中有一行损坏，已移到一旁。其余都在。</translation>
    </message>
    <message>
        <source>The file of your memories was damaged and moved aside. They were put together again from the journal.</source>
        <translation>记忆文件损坏，已移到一旁，并根据日志重新整理好了记忆。</translation>
    </message>
    <message>
        <source>A part of your memories&apos; journal is missing. Some of the latest changes may be lost.</source>
        <translation>记忆日志缺少一部分，最近的一些更改可能丢失。</translation>
    </message>
    <message>
        <source>Your memories were restored from the newest good backup.</source>
        <translation>已从最近一份完好的备份恢复你的记忆。</translation>
    </message>
    <message>
        <source>The index of meanings is made anew. Until then memories are found by their words.</source>
        <translation>正在重建语义索引。在此之前按字词查找记忆。</translation>
    </message>
    <message>
        <source>The model for meanings is missing, so memories are found by their words only.</source>
        <translation>缺少语义模型，因此只能按字词查找记忆。</translation>
    </message>
    <message>
        <source>Keys are kept until Keepsake is closed: the system has no safe place for them.</source>
        <translation>密钥只保留到关闭 Keepsake 为止：系统没有可用的密钥库。</translation>
    </message>
    <message>
        <source>A damaged chat was moved aside. What was remembered from it is there.</source>
        <translation>一个损坏的对话已移到一旁。从中记住的内容还在。</translation>
    </message>
    <message>
        <source>The list of spaces was damaged and moved aside. Their memories are all here; the spaces need their names again.</source>
        <translation>空间列表已损坏，已移到一旁。其中的记忆都在；空间需要重新命名。</translation>
    </message>
    <message>
        <source>One chat cannot be read. It is left as it is; all others are here.</source>
        <translation>有一个对话读不出来，已原样保留；其他对话都在。</translation>
    </message>
    <message>
        <source>The settings were damaged and moved aside. The usual ones are in force; your memories are not touched.</source>
        <translation>设置文件损坏，已移到一旁，现在使用默认设置。你的记忆没有受影响。</translation>
    </message>
    <message>
        <source>The settings could not be read, so the usual ones are in force. Your memories are not touched.</source>
        <translation>没能读取设置，现在使用默认设置。你的记忆没有受影响。</translation>
    </message>
    <message>
        <source>One setting had a value that cannot be used, so the usual one is in force.</source>
        <translation>有一项设置的值不可用，已改用默认值。</translation>
    </message>
    <message>
        <source>Something in the data folder was put right.</source>
        <translation>已修复数据文件夹中的问题。</translation>
    </message>
</context>
<context>
    <name>OriginBox</name>
    <message>
        <source>Open chat</source>
        <translation>打开对话</translation>
    </message>
    <message>
        <source>Where this comes from</source>
        <translation>来自哪里</translation>
    </message>
    <message>
        <source>You, in %1, %2</source>
        <comment>chat, moment</comment>
        <translation>你，在%1中，%2</translation>
    </message>
    <message>
        <source>You, in a chat, %1</source>
        <comment>moment</comment>
        <translation>你，在一次对话中，%1</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <comment>how it came, moment</comment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>OverviewPage</name>
    <message>
        <source>Overview</source>
        <translation>概览</translation>
    </message>
    <message>
        <source>Last used %1.</source>
        <comment>day</comment>
        <translation>上次使用：%1。</translation>
    </message>
    <message>
        <source>As soon as an answer uses memories, they are counted here.</source>
        <translation>回答一用到记忆，就会在这里计数。</translation>
    </message>
    <message>
        <source>Kept each month</source>
        <translation>每月记下</translation>
    </message>
    <message>
        <source>What they are about</source>
        <translation>关于什么</translation>
    </message>
    <message>
        <source>Used most</source>
        <translation>用得最多</translation>
    </message>
    <message>
        <source>Never used yet</source>
        <translation>还没用过</translation>
    </message>
    <message>
        <source>%1 of them this month</source>
        <translation>其中本月 %1 条</translation>
    </message>
    <message>
        <source>memories kept</source>
        <translation>条记忆</translation>
    </message>
    <message>
        <source>times used</source>
        <translation>次使用</translation>
    </message>
    <message>
        <source>in answers, or opened by you</source>
        <translation>用于回答，或由你打开</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>条置顶</translation>
    </message>
    <message>
        <source>always given along</source>
        <translation>总是一起提供</translation>
    </message>
    <message>
        <source>forgotten by you</source>
        <translation>条已忘掉</translation>
    </message>
    <message>
        <source>in the trash, not learned again</source>
        <translation>在回收站，不会再记</translation>
    </message>
    <message>
        <source>Each of your memories has been used.</source>
        <translation>每条记忆都用过。</translation>
    </message>
    <message>
        <source>Nothing is kept yet.</source>
        <translation>还没有记忆。</translation>
    </message>
    <message>
        <source>One memory has not been of use so far.</source>
        <translation>有 1 条记忆至今没有用过。</translation>
    </message>
    <message>
        <source>%1 memories have not been of use so far.</source>
        <translation>有 %1 条记忆至今没有用过。</translation>
    </message>
</context>
<context>
    <name>OwnRules</name>
    <message>
        <source>Words and names</source>
        <translation>词语和名字</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>话题</translation>
    </message>
    <message>
        <source>Patterns</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>A word or name</source>
        <translation>词语或名字</translation>
    </message>
    <message>
        <source>A topic</source>
        <translation>话题</translation>
    </message>
    <message>
        <source>A pattern</source>
        <translation>模式</translation>
    </message>
    <message>
        <source>Kind of rule</source>
        <translation>规则的种类</translation>
    </message>
    <message>
        <source>New rule</source>
        <translation>新规则</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>添加</translation>
    </message>
    <message>
        <source>Nothing that holds this word is kept. Example: Project Falcon</source>
        <translation>含有这个词的内容都不记。例如：猎鹰项目</translation>
    </message>
    <message>
        <source>Nothing about this is kept, in whatever words. Example: my finances</source>
        <translation>无论怎么说，有关这个话题的内容都不记。例如：我的财务</translation>
    </message>
    <message>
        <source>For those who know regular expressions: nothing it is found in is kept. Example: INV-\d+</source>
        <translation>供熟悉正则表达式的人使用：凡是匹配的内容都不记。例如：INV-\d+</translation>
    </message>
    <message>
        <source>From now on. What is remembered already stays until you forget it.</source>
        <translation>从现在起生效。已经记住的会保留，直到你让它忘掉。</translation>
    </message>
    <message>
        <source>This pattern cannot be used: it is not complete, looks around or back, or is found in every text. Nothing was changed.</source>
        <translation>这个模式不能使用：它不完整，或用了环视、反向引用，或匹配所有文字。没有做任何更改。</translation>
    </message>
    <message>
        <source>This is too long, or there are too many rules. Nothing was changed.</source>
        <translation>内容太长，或规则太多。没有做任何更改。</translation>
    </message>
    <message>
        <source>Taken off the list: %1</source>
        <translation>已从列表中去掉：%1</translation>
    </message>
    <message>
        <source>%1; Delete takes it away</source>
        <translation>%1；按 Delete 去掉</translation>
    </message>
</context>
<context>
    <name>PageHeader</name>
    <message>
        <source>Show the sidebar</source>
        <translation>显示侧栏</translation>
    </message>
</context>
<context>
    <name>Providers</name>
    <message>
        <source>Alibaba Cloud (DashScope)</source>
        <translation>阿里云百炼（DashScope）</translation>
    </message>
    <message>
        <source>Other (OpenAI-compatible)</source>
        <translation>其他（兼容 OpenAI）</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>模型文件</translation>
    </message>
</context>
<context>
    <name>RecallPanel</name>
    <message>
        <source>Used for this answer</source>
        <translation>本次回答用到的</translation>
    </message>
    <message>
        <source>Looked at, not used</source>
        <translation>看过但没有使用</translation>
    </message>
    <message>
        <source>Show exactly what was sent</source>
        <translation>查看实际发送的内容</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Not here</source>
        <translation>此处不用</translation>
    </message>
    <message>
        <source>leaves the memory out of this chat only.</source>
        <translation>只在本对话中不用这条记忆。</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘掉</translation>
    </message>
    <message>
        <source>can be undone.</source>
        <translation>可以撤销。</translation>
    </message>
    <message>
        <source>No memories were used for this answer.</source>
        <translation>这次回答没有用到记忆。</translation>
    </message>
    <message>
        <source>This answer was made from %1 of your %2 memories, without a model.</source>
        <translation>这次回答由你的 %2 条记忆中的 %1 条组成，没有用模型。</translation>
    </message>
    <message>
        <source>1 of your %2 memories was given to the model together with your question.</source>
        <translation>你的 %2 条记忆中有 1 条随问题交给了模型。</translation>
    </message>
    <message>
        <source>%1 of your %2 memories were given to the model together with your question.</source>
        <translation>你的 %2 条记忆中有 %1 条随问题交给了模型。</translation>
    </message>
    <message>
        <source>They were found by their words only.</source>
        <translation>它们只按字词找到。</translation>
    </message>
    <message>
        <source>From an earlier chat</source>
        <translation>来自以前的对话</translation>
    </message>
    <message>
        <source>Forgotten since</source>
        <translation>后来已忘掉</translation>
    </message>
    <message>
        <source>Typed by you, %1</source>
        <translation>你写下的，%1</translation>
    </message>
    <message>
        <source>Brought in, %1</source>
        <translation>导入的，%1</translation>
    </message>
    <message>
        <source>You, in %1, %2</source>
        <translation>你，在%1中，%2</translation>
    </message>
    <message>
        <source>From a chat, %1</source>
        <translation>来自对话，%1</translation>
    </message>
    <message>
        <source>1 memory is for this computer only and was held back.</source>
        <translation>有 1 条记忆只限这台电脑，没有发送。</translation>
    </message>
    <message>
        <source>%1 memories are for this computer only and were held back.</source>
        <translation>有 %1 条记忆只限这台电脑，没有发送。</translation>
    </message>
    <message>
        <source>Fix</source>
        <translation>改正</translation>
    </message>
    <message>
        <source>Pinned: always given along</source>
        <translation>已置顶：始终一并提供</translation>
    </message>
</context>
<context>
    <name>Refusals</name>
    <message>
        <source>it looks like a secret</source>
        <translation>看起来是机密</translation>
    </message>
    <message>
        <source>you had it forgotten</source>
        <translation>你曾要求忘掉它</translation>
    </message>
    <message>
        <source>there were no words in it</source>
        <translation>没有文字</translation>
    </message>
    <message>
        <source>the disk is full</source>
        <translation>磁盘已满</translation>
    </message>
    <message>
        <source>the disk cannot be written to</source>
        <translation>磁盘不可写</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>内容太长</translation>
    </message>
    <message>
        <source>you want nothing about health kept</source>
        <translation>你不想记住与健康有关的内容</translation>
    </message>
    <message>
        <source>you want no contact details of other people kept</source>
        <translation>你不想记住别人的联系方式</translation>
    </message>
    <message>
        <source>it holds a word from your list of things not to remember</source>
        <translation>其中有你不想记住的词</translation>
    </message>
    <message>
        <source>it is about a topic on your list of things not to remember</source>
        <translation>它属于你不想记住的话题</translation>
    </message>
    <message>
        <source>it looks like something on your list of things not to remember</source>
        <translation>它符合你不想记住的模式</translation>
    </message>
    <message>
        <source>it is on your list of things not to remember</source>
        <translation>它在你的不记住清单上</translation>
    </message>
</context>
<context>
    <name>RelatedList</name>
    <message>
        <source>Related</source>
        <translation>相关的记忆</translation>
    </message>
    <message>
        <source>See all %1</source>
        <translation>全部 %1 条</translation>
    </message>
    <message>
        <source>Fewer</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>Relevance</name>
    <message>
        <source>Very close</source>
        <translation>很接近</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>接近</translation>
    </message>
    <message>
        <source>Loosely related</source>
        <translation>略有关联</translation>
    </message>
</context>
<context>
    <name>ReviewCard</name>
    <message>
        <source>Enter keeps · E edits · Delete doesn’t keep</source>
        <translation>Enter 保留 · E 编辑 · Delete 不保留</translation>
    </message>
    <message>
        <source>Forget this?</source>
        <translation>要忘掉这条吗？</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>有变化</translation>
    </message>
    <message>
        <source>Two that disagree</source>
        <translation>两条不一致</translation>
    </message>
    <message>
        <source>New</source>
        <translation>新的</translation>
    </message>
    <message>
        <source>%1, or %2</source>
        <translation>%1，还是%2</translation>
    </message>
    <message>
        <source>Ctrl+Enter keeps · Esc cancels</source>
        <translation>Ctrl+Enter 保留 · Esc 取消</translation>
    </message>
    <message>
        <source>kept since %1 · %2</source>
        <comment>day, uses</comment>
        <translation>从%1起记住 · %2</translation>
    </message>
    <message>
        <source>new, from %1</source>
        <comment>day</comment>
        <translation>新的，来自%1</translation>
    </message>
    <message>
        <source>Keep the chosen one</source>
        <translation>保留选中的</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Both are true</source>
        <translation>两条都对</translation>
    </message>
    <message>
        <source>Edit first</source>
        <translation>先编辑</translation>
    </message>
    <message>
        <source>Neither</source>
        <translation>都不对</translation>
    </message>
    <message>
        <source>Don’t keep</source>
        <translation>不保留</translation>
    </message>
    <message>
        <source>Enter forgets · Delete keeps it</source>
        <translation>Enter 忘掉 · Delete 保留</translation>
    </message>
    <message>
        <source>%1, now %2</source>
        <translation>原来是：%1；现在是：%2</translation>
    </message>
    <message>
        <source>Never again</source>
        <translation>不再询问</translation>
    </message>
    <message>
        <source>Don’t keep this, and don’t ask about it again</source>
        <translation>不保留，也不再询问</translation>
    </message>
    <message>
        <source>The model wants to forget this. It stays as it is until you decide.</source>
        <translation>模型想忘掉这条。在你决定之前它保持不变。</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘掉</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>What is to be remembered</source>
        <translation>要记住的内容</translation>
    </message>
</context>
<context>
    <name>SavedLine</name>
    <message>
        <source>Undone</source>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>Do it again</source>
        <translation>重做</translation>
    </message>
    <message>
        <source>Kept:</source>
        <translation>已保留：</translation>
    </message>
    <message>
        <source>Not kept:</source>
        <translation>未保留：</translation>
    </message>
    <message>
        <source>Remembered:</source>
        <translation>已记住：</translation>
    </message>
    <message>
        <source>Changed:</source>
        <translation>已更改：</translation>
    </message>
    <message>
        <source>Forgotten:</source>
        <translation>已忘掉：</translation>
    </message>
    <message>
        <source>Forget this?</source>
        <translation>要忘掉这条吗？</translation>
    </message>
    <message>
        <source>Which one shall be forgotten?</source>
        <translation>要忘掉哪一条？</translation>
    </message>
    <message>
        <source>Nothing like this is remembered.</source>
        <translation>没有记住过这样的内容。</translation>
    </message>
    <message>
        <source>Stays:</source>
        <translation>保持不变：</translation>
    </message>
    <message>
        <source>To review: %1 things</source>
        <translation>待确认：%1 件事</translation>
    </message>
    <message>
        <source>Forgotten: %1 things</source>
        <translation>已忘掉 %1 条</translation>
    </message>
    <message>
        <source>Not saved: %1 things</source>
        <translation>未保存 %1 条</translation>
    </message>
    <message>
        <source>Remembered %1 things</source>
        <translation>记住了 %1 件事</translation>
    </message>
    <message>
        <source>%1 changes to your memories</source>
        <translation>记忆有 %1 处变化</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
    <message>
        <source>To review:</source>
        <translation>待确认：</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>No</source>
        <translation>不要</translation>
    </message>
    <message>
        <source>Not saved:</source>
        <translation>未保存：</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>重试</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>忘掉</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>修改</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>收起</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Clear the search</source>
        <translation>清除搜索</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>记忆</translation>
    </message>
    <message>
        <source>Never remember</source>
        <translation>永不记住</translation>
    </message>
    <message>
        <source>Spaces</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>Answers and models</source>
        <translation>回答与模型</translation>
    </message>
    <message>
        <source>Look and language</source>
        <translation>外观与语言</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>返回</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Sidebar</source>
        <translation>侧栏</translation>
    </message>
    <message>
        <source>Fold the sidebar</source>
        <translation>收起侧栏</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>新对话</translation>
    </message>
    <message>
        <source>New temporary chat: nothing is remembered</source>
        <translation>新的临时对话：不会记住任何内容</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Kept on this computer</source>
        <translation>只存在这台电脑上</translation>
    </message>
</context>
<context>
    <name>SpaceActs</name>
    <message>
        <source>From now on this chat uses what is kept in: %1</source>
        <translation>从现在起，这段对话使用这里的记忆：%1</translation>
    </message>
</context>
<context>
    <name>SpaceDeletion</name>
    <message>
        <source>Delete the space %1?</source>
        <translation>删除空间“%1”吗？</translation>
    </message>
    <message>
        <source>It holds %1. Its chats stay.</source>
        <translation>其中有%1。对话会保留。</translation>
    </message>
    <message>
        <source>Delete the space</source>
        <translation>删除空间</translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation>保留空间</translation>
    </message>
    <message>
        <source>Move its memories to</source>
        <translation>把其中的记忆移到</translation>
    </message>
    <message>
        <source>Put its memories into the trash</source>
        <translation>把其中的记忆放进回收站</translation>
    </message>
    <message>
        <source>Where to</source>
        <translation>移到哪里</translation>
    </message>
</context>
<context>
    <name>SpacePicker</name>
    <message>
        <source>Spaces…</source>
        <translation>空间…</translation>
    </message>
    <message>
        <source>Space: %1</source>
        <translation>空间：%1</translation>
    </message>
    <message>
        <source>Where memories are taken from and kept</source>
        <translation>记忆从哪里取、存在哪里</translation>
    </message>
</context>
<context>
    <name>SpaceRow</name>
    <message>
        <source>Name of the space</source>
        <translation>空间的名称</translation>
    </message>
    <message>
        <source>Delete the space</source>
        <translation>删除空间</translation>
    </message>
    <message>
        <source>Delete the space %1</source>
        <translation>删除空间“%1”</translation>
    </message>
</context>
<context>
    <name>Spaces</name>
    <message>
        <source>Everywhere</source>
        <translation>所有地方</translation>
    </message>
    <message>
        <source>Blue</source>
        <translation>蓝色</translation>
    </message>
    <message>
        <source>Orange</source>
        <translation>橙色</translation>
    </message>
    <message>
        <source>Green</source>
        <translation>绿色</translation>
    </message>
    <message>
        <source>Purple</source>
        <translation>紫色</translation>
    </message>
    <message>
        <source>Gold</source>
        <translation>金色</translation>
    </message>
    <message>
        <source>Violet blue</source>
        <translation>蓝紫色</translation>
    </message>
    <message>
        <source>Red</source>
        <translation>红色</translation>
    </message>
    <message>
        <source>Teal</source>
        <translation>青色</translation>
    </message>
    <message>
        <source>1 memory</source>
        <translation>1 条记忆</translation>
    </message>
    <message>
        <source>%1 memories</source>
        <translation>%1 条记忆</translation>
    </message>
</context>
<context>
    <name>SpacesSettings</name>
    <message>
        <source>Spaces</source>
        <translation>空间</translation>
    </message>
    <message>
        <source>A space keeps memories to itself: they are used in its chats only. What is kept everywhere is used in all chats.</source>
        <translation>空间里的记忆只属于它自己：只在它的对话中使用。保存在“所有地方”的，所有对话都会使用。</translation>
    </message>
    <message>
        <source>There is no space yet. Everything is kept everywhere.</source>
        <translation>还没有空间。所有记忆都保存在“所有地方”。</translation>
    </message>
    <message>
        <source>Name of a new space</source>
        <translation>新空间的名称</translation>
    </message>
    <message>
        <source>For example Work</source>
        <translation>例如：工作</translation>
    </message>
    <message>
        <source>Add a space</source>
        <translation>添加空间</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>撤销</translation>
    </message>
    <message>
        <source>Made: %1</source>
        <translation>已创建：%1</translation>
    </message>
    <message>
        <source>Deleted: %1</source>
        <translation>已删除：%1</translation>
    </message>
</context>
<context>
    <name>SummaryFold</name>
    <message>
        <source>What was said so far, in short</source>
        <translation>到此为止的内容概要</translation>
    </message>
    <message>
        <source>The model reads this in place of the messages above. They are all kept.</source>
        <translation>模型读这段概要，而不读上面的消息。那些消息都保留着。</translation>
    </message>
</context>
<context>
    <name>TableBlock</name>
    <message>
        <source>Copy the table</source>
        <translation>复制表格</translation>
    </message>
</context>
<context>
    <name>TalkSection</name>
    <message>
        <source>Where this chat stands</source>
        <translation>这段对话的进展</translation>
    </message>
    <message>
        <source>Topic</source>
        <translation>话题</translation>
    </message>
    <message>
        <source>You want</source>
        <translation>你想要</translation>
    </message>
    <message>
        <source>Still open</source>
        <translation>尚待解答</translation>
    </message>
    <message>
        <source>Mood</source>
        <translation>心情</translation>
    </message>
    <message>
        <source>Read from your words. It belongs to this chat alone.</source>
        <translation>从你的话里读出，只属于这段对话。</translation>
    </message>
    <message>
        <source>About</source>
        <translation>关于</translation>
    </message>
</context>
<context>
    <name>TemporaryActs</name>
    <message>
        <source>It can be kept once the answer is finished.</source>
        <translation>回答结束后才能保留。</translation>
    </message>
    <message>
        <source>Keep this chat?</source>
        <translation>保留这段对话吗？</translation>
    </message>
    <message>
        <source>It is listed with your other chats then. Nothing is remembered from what was said so far; from now on it is a chat like any other.</source>
        <translation>它会和其他对话列在一起。到目前为止说的话都没有记住；从现在起，它和其他对话一样。</translation>
    </message>
    <message>
        <source>Keep the chat</source>
        <translation>保留对话</translation>
    </message>
    <message>
        <source>Leave it temporary</source>
        <translation>仍作临时对话</translation>
    </message>
    <message>
        <source>This chat is kept now.</source>
        <translation>这段对话已保留。</translation>
    </message>
</context>
<context>
    <name>TemporaryHeader</name>
    <message>
        <source>Temporary chat</source>
        <translation>临时对话</translation>
    </message>
    <message>
        <source>Nothing is remembered, and it is gone when you close it.</source>
        <translation>不会记住任何内容，关闭后即消失。</translation>
    </message>
    <message>
        <source>Show the sidebar</source>
        <translation>显示侧栏</translation>
    </message>
    <message>
        <source>Use my memories</source>
        <translation>使用我的记忆</translation>
    </message>
    <message>
        <source>Memories are read for the answers. Still nothing is remembered from here.</source>
        <translation>回答时会读取记忆，但这里的内容仍然不会被记住。</translation>
    </message>
    <message>
        <source>Keep this chat…</source>
        <translation>保留这段对话…</translation>
    </message>
    <message>
        <source>Close the temporary chat</source>
        <translation>关闭临时对话</translation>
    </message>
</context>
<context>
    <name>TidyController</name>
    <message>
        <source>Some old memories could be put together or put away.</source>
        <translation>有些旧记忆可以合并或收起。</translation>
    </message>
    <message>
        <source>Have a look</source>
        <translation>看一看</translation>
    </message>
    <message>
        <source>%1 put together</source>
        <translation>合并了 %1 组</translation>
    </message>
    <message>
        <source>One put together</source>
        <translation>合并了一组</translation>
    </message>
    <message>
        <source>%1 put away</source>
        <translation>收起了 %1 条</translation>
    </message>
    <message>
        <source>one put away</source>
        <translation>收起了一条</translation>
    </message>
    <message>
        <source>Tidied up: %1.</source>
        <translation>已整理：%1。</translation>
    </message>
    <message>
        <source>%1 suggestions were left as they are: the memories have changed since.</source>
        <translation>有 %1 项建议没有执行：这些记忆后来有变化。</translation>
    </message>
</context>
<context>
    <name>TidyDialog</name>
    <message>
        <source>Tidy up</source>
        <translation>整理</translation>
    </message>
    <message>
        <source>Looking for old memories on one subject…</source>
        <translation>正在查找同一话题的旧记忆…</translation>
    </message>
    <message>
        <source>The memories are sent to %1 for that.</source>
        <translation>为此会把这些记忆发送给 %1。</translation>
    </message>
    <message>
        <source>Never used in a year. Shall some be put away?</source>
        <translation>一年来从未用到。要收起一些吗？</translation>
    </message>
    <message>
        <source>Writing… %1 of %2</source>
        <translation>正在写…第 %1 条，共 %2 条</translation>
    </message>
    <message>
        <source>Look at each before you agree. What is put together is put away, not deleted, and one Undo brings it all back.</source>
        <translation>同意之前请逐条查看。合并掉的记忆只是收起，不会删除；一次撤销就能全部恢复。</translation>
    </message>
    <message>
        <source>Write the statements</source>
        <translation>写出合并后的说法</translation>
    </message>
    <message>
        <source>Leave it</source>
        <translation>不整理</translation>
    </message>
    <message>
        <source>%1 chosen</source>
        <translation>已选 %1 条</translation>
    </message>
    <message>
        <source>There is nothing to tidy up. Your memories are in good order.</source>
        <translation>没有需要整理的。你的记忆井井有条。</translation>
    </message>
    <message>
        <source>Nothing can be put together at the moment.</source>
        <translation>目前没有可以合并的。</translation>
    </message>
    <message>
        <source>These old memories are on one subject each. Connect a model, and it writes one statement for them.</source>
        <translation>下面每组旧记忆都是同一话题。连接一个模型，它就能为每组写出一句话。</translation>
    </message>
    <message>
        <source>These old memories are on one subject each. %1 can write one statement for them. Nothing changes before you agree.</source>
        <translation>下面每组旧记忆都是同一话题。%1 可以为每组写出一句话。你同意之前不会有任何改动。</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Messages</source>
        <translation>消息</translation>
    </message>
    <message>
        <source>To the end</source>
        <translation>到末尾</translation>
    </message>
</context>
<context>
    <name>TryOut</name>
    <message>
        <source>Try it out</source>
        <translation>试一试</translation>
    </message>
    <message>
        <source>Write a question and see which memories it would bring along.</source>
        <translation>写一个问题，看看会带上哪些记忆。</translation>
    </message>
    <message>
        <source>A question to try</source>
        <translation>试用的问题</translation>
    </message>
    <message>
        <source>Look</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Found by words only: there is no model for meanings right now.</source>
        <translation>只按词语查找：目前没有理解含义的模型。</translation>
    </message>
    <message>
        <source>This question would bring no memory along.</source>
        <translation>这个问题不会带上任何记忆。</translation>
    </message>
    <message>
        <source>Looked at, not used</source>
        <translation>看过但没有使用</translation>
    </message>
    <message>
        <source>%1 (always given)</source>
        <comment>a memory</comment>
        <translation>%1（始终提供）</translation>
    </message>
    <message>
        <source>meaning</source>
        <translation>含义</translation>
    </message>
    <message>
        <source>words</source>
        <translation>词语</translation>
    </message>
    <message>
        <source>parts of words</source>
        <translation>词的一部分</translation>
    </message>
    <message>
        <source>relevance</source>
        <translation>相关</translation>
    </message>
    <message>
        <source>newness</source>
        <translation>新近</translation>
    </message>
    <message>
        <source>use</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>fit</source>
        <translation>契合</translation>
    </message>
    <message>
        <source>all that is known</source>
        <translation>所知的一切</translation>
    </message>
    <message>
        <source>score</source>
        <translation>得分</translation>
    </message>
</context>
<context>
    <name>TurnView</name>
    <message>
        <source>This is longer than any model can read at once. It was not sent; shorten it.</source>
        <translation>内容太长，任何模型都无法一次读完。没有发送，请缩短。</translation>
    </message>
    <message>
        <source>Your memories could not be searched in time, so this answer may lack some. None is lost.</source>
        <translation>没能及时查找你的记忆，这次回答可能缺少一些。记忆没有丢失。</translation>
    </message>
</context>
<context>
    <name>UndoableActs</name>
    <message>
        <source>Forgotten: %1</source>
        <translation>已忘掉：%1</translation>
    </message>
    <message>
        <source>%1 memories forgotten.</source>
        <translation>已忘掉 %1 条记忆。</translation>
    </message>
    <message>
        <source>Erased for good.</source>
        <translation>已彻底清除。</translation>
    </message>
    <message>
        <source>Put away: %1</source>
        <translation>已收起：%1</translation>
    </message>
    <message>
        <source>%1 memories put away.</source>
        <translation>已收起 %1 条记忆。</translation>
    </message>
    <message>
        <source>In use again: %1</source>
        <translation>重新使用：%1</translation>
    </message>
    <message>
        <source>%1 memories are in use again.</source>
        <translation>%1 条记忆重新使用。</translation>
    </message>
    <message>
        <source>Changed back: %1</source>
        <translation>已改回：%1</translation>
    </message>
    <message>
        <source>Moved: %1</source>
        <translation>已移动：%1</translation>
    </message>
</context>
<context>
    <name>UnusedRow</name>
    <message>
        <source>Put away: %1</source>
        <translation>收起：%1</translation>
    </message>
</context>
<context>
    <name>UseChart</name>
    <message>
        <source>Used</source>
        <translation>使用</translation>
    </message>
    <message>
        <source>Not used yet.</source>
        <translation>还没有用过。</translation>
    </message>
    <message>
        <source>%1 in its new wording, %2 before</source>
        <translation>新的说法用过 %1，之前 %2</translation>
    </message>
    <message>
        <source>Not yet in its new wording, %2 before</source>
        <translation>新的说法还没用过，之前 %2</translation>
    </message>
    <message>
        <source>%1 in all, last %3</source>
        <comment>times, day</comment>
        <translation>共 %1，上次%3</translation>
    </message>
</context>
<context>
    <name>WeekBars</name>
    <message>
        <source>now</source>
        <comment>end of a time line</comment>
        <translation>现在</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>Chats</source>
        <translation>对话</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>People</source>
        <translation>人物</translation>
    </message>
    <message>
        <source>Tastes</source>
        <translation>喜好</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>家里</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>工作</translation>
    </message>
    <message>
        <source>Health</source>
        <translation>健康</translation>
    </message>
    <message>
        <source>Travel</source>
        <translation>旅行</translation>
    </message>
    <message>
        <source>Dates</source>
        <translation>日子</translation>
    </message>
    <message>
        <source>Learning</source>
        <translation>学习</translation>
    </message>
    <message>
        <source>Everything else</source>
        <translation>其他</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>今天</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>昨天</translation>
    </message>
    <message>
        <source>d MMMM</source>
        <comment>date of this year, Qt format</comment>
        <translation>M月d日</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <comment>date of another year, Qt format</comment>
        <translation>yyyy年M月d日</translation>
    </message>
    <message>
        <source>“%1”</source>
        <translation>“%1”</translation>
    </message>
    <message>
        <source>You</source>
        <translation>你</translation>
    </message>
    <message>
        <source>Keepsake</source>
        <translation>Keepsake</translation>
    </message>
</context>
</TS>
