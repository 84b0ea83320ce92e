/**
 * Runs of a batch that are played against more than one engine: written ones in a small language,
 * and random ones from a seed.
 *
 * <p>A {@link dev.edgewise.oracle.scenario.Scenario} is a text whose lines each do something and
 * say what must follow:
 *
 * <pre>{@code
 * dag   a -> b, a -> c, b & c -> d        # one text is one test
 * retry a 3
 * start                => pending a
 * claim a; fail a boom => retry a at +5s
 * tick +5s             => pending a
 * claim a; ok a        => pending b c
 * ok a                 => nothing          # delivered twice
 * }</pre>
 *
 * <p>Declarations, before {@code start}:
 *
 * <ul>
 *   <li>{@code dag}: comma-separated chains. {@code a -> b} is an edge with the condition always,
 *       {@code a -ok-> b} on_success, {@code a -fail-> b} on_failure, {@code a -success+skipped->
 *       b} those outcomes; {@code &} joins several tasks on either side. A name alone is a task
 *       without edges.
 *   <li>{@code chain n 1..9 ok}: the tasks n1 to n9 one below the other; {@code ok}, {@code fail}
 *       or {@code always} is the condition of every edge.
 *   <li>{@code value a}, {@code error a}, {@code guarded a}: inline nodes that have a value or
 *       fail, and tasks whose guard is false.
 *   <li>{@code output a}, {@code return a}: inline nodes that give the batch its result.
 *   <li>{@code wait a 30s [within 10s]}, {@code wait a go [within 10s]}: tasks that wait for a time
 *       or for a signal; {@code unclear a} is one whose expression fails.
 *   <li>{@code call a}: a task that calls a workflow.
 *   <li>{@code spread s 3 [collect|failfast] [min 2|min 60%] [parallel 2] [without 1]}: a spread of
 *       the items s[0] to s[2], of which at most two are held at once; {@code collect} makes values
 *       of the errors, {@code failfast} cancels the others, {@code min} is how many must succeed,
 *       and the guard of an item named after {@code without} is false.
 *   <li>{@code join a any}, {@code join a 2}: so many of its edges must be satisfied.
 *   <li>{@code barrier a b}: dead ends stop there.
 *   <li>{@code retry a 3 [5s] [x2.0] [max 300s] [on timeout explicit]}: a retry policy.
 *   <li>{@code timeout a 60s}: the inactivity timeout.
 *   <li>{@code deadline a 60s} of a task, {@code deadline 60s} of the batch; {@code stops}: a
 *       failure ends the batch.
 * </ul>
 *
 * <p>Commands, each one or more {@link dev.edgewise.oracle.model.Stimulus}, separated by {@code ;};
 * most take several tasks: {@code start} submits; {@code claim}, {@code run}, {@code ok}, {@code
 * pause}, {@code resume}, {@code cancel}, {@code cascade} (cancel with cascade), {@code rerun};
 * {@code fail a why}, {@code final a why} (a failure that forbids a retry), {@code refuse a why}
 * (its on_start call failed), {@code giveup a} (its executor says that the attempt was canceled);
 * {@code expire} (claim timeout), {@code putback} (its server gives it to no executor), {@code
 * timeout}, {@code due} (its retry time has come, or the end of its wait or call), {@code overdue}
 * (its deadline, or alone that of the batch); {@code child} (its workflow is started), {@code
 * childok}, {@code childfail}, {@code childstop} (that ends); {@code signal go#2} (the second
 * signal go), {@code crash} (a server is replaced); {@code stop} and {@code rerun} alone are about
 * the batch; {@code tick +5s} lets time pass. {@code a#2} stands for the delivery token of the
 * task's second claim.
 *
 * <p>What follows {@code =>} lists every task whose state the line changed, by its new state:
 * {@code pending b c, skipped d}. The task of a command may be left out when it came to be what the
 * command says. {@code nothing} means that no task changed at all; {@code refused} and {@code
 * repeated} say so too, and how the last command was received; {@code retry a at +5s} also tells
 * when; {@code batch failed} is the batch's outcome.
 *
 * <p>{@code see} checks without changing anything: {@code see a Running attempt 1, b Waiting 1/2, c
 * Skipped (Dependency condition not met), a->b FAILED satisfied, c->d open}. {@code result s
 * ["s[0]",null]} checks what a task returned: {@code ok s[0]} returns the text {@code "s[0]"},
 * {@code ok s[0]#1} the text {@code "s[0]#1"}. {@code output} checks the result of the batch, and
 * {@code children c 2} how many workflows were started for a task.
 */
@NullMarked
package dev.edgewise.oracle.scenario;

import org.jspecify.annotations.NullMarked;
