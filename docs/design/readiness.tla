----------------------------- MODULE readiness -----------------------------
(***************************************************************************)
(* How a child becomes ready: several parents complete, their executors    *)
(* report that at least once to any of several server nodes, each node     *)
(* handles a report in one transaction, and any node may crash between any *)
(* two steps. Meanwhile the child may be paused and resumed, and when it   *)
(* runs it may fail and be retried. Another task may return, so that the   *)
(* batch is over and whatever has not ended is canceled. A node may decide from memory instead  *)
(* of locking and reading first. The database may fail over to a standby   *)
(* that lacks the last commits: those are lost although they were          *)
(* answered, but the rest must be consistent.                              *)
(*                                                                         *)
(* The boolean constants each remove one part of the protocol. With all of *)
(* them TRUE the invariants hold; each of them FALSE breaks one, as the    *)
(* configurations beside this file show.                                   *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
  Parents,           \* the parents of the one child
  Needed,            \* how many of its edges must be satisfied: all, or as many as its join says
  Nodes,             \* the server nodes
  Remembering,       \* the nodes that remember how they left the batch
  MaxCrashes,        \* bounds that keep the model finite
  MaxDuplicates,
  MaxPauses,
  MaxAttempts,
  MaxFailovers,
  MaxOthers,         \* changes of the batch that do not concern the child
  Returns,           \* whether another task may return
  EdgeFacts,         \* a counter moves only with a new fact; else with every report
  OneCommit,         \* completion and facts commit together; else one after the other
  FactsWhilePaused,  \* facts are written in any state of the child; else not while it is paused
  GuardedClaim,      \* a claim repeats the state it expects; else it trusts its earlier read
  CheckedRecall,     \* a decision from memory commits only if the version is still the remembered one
  ForgetsWhenLost,   \* a node that loses its connection forgets what it remembers
  EndMovesVersion,   \* the end of the batch moves its version like any other change
  StopsAtNeeded      \* the counter stops at the number of edges that the child needs

VARIABLES
  parent,      \* parent[p]: "running", "success" or "canceled"
  facts,       \* the parents whose edge has its fact
  counter,     \* the child's counter of satisfied edges
  child,       \* "waiting", "pending", "running", "done", "canceled" or "paused"
  was,         \* what a paused child was
  attempt,     \* the child's attempt
  version,     \* the batch's version: moved by every transaction but a claim
  lock,        \* the node that holds the batch's row lock, or "free"
  work,        \* work[n]: what the node is doing, lost when it crashes
  memory,      \* memory[n]: how the node last left the batch, lost when it crashes
  finished,    \* parents whose executors have finished and report it
  unacked,     \* finished parents whose reports have had no answer and are repeated
  starts,      \* starts[a]: how often attempt a of the child was started
  standby,     \* the durable state as the standby has it
  run,         \* the number of the database's run: a failover begins the next
  link,        \* link[n]: the run that the node's connection leads to
  crashes, duplicates, pauses, others

durable == <<parent, facts, counter, child, was, attempt, version>>
outside == <<finished, unacked, starts>>
servers == <<standby, run, link>>
bounds  == <<crashes, duplicates, pauses, others>>
vars    == <<durable, lock, work, memory, outside, servers, bounds>>

Idle == [step |-> "idle"]

Nothing == [version |-> 0]

Init ==
  /\ parent = [p \in Parents |-> "running"]
  /\ facts = {}
  /\ counter = 0
  /\ child = "waiting"
  /\ was = "waiting"
  /\ attempt = 0
  /\ version = 1
  /\ lock = "free"
  /\ work = [n \in Nodes |-> Idle]
  \* The node that accepted the submission remembers the batch; any node may be that one.
  /\ memory = [n \in Nodes |->
       IF n \in Remembering
       THEN [version |-> 1, parent |-> parent, facts |-> {}, counter |-> 0, child |-> "waiting"]
       ELSE Nothing]
  /\ finished = {}
  /\ unacked = {}
  /\ starts = [a \in 0..MaxAttempts |-> 0]
  /\ standby = durable
  /\ run = 0
  /\ link = [n \in Nodes |-> 0]
  /\ crashes = 0
  /\ duplicates = 0
  /\ pauses = 0
  /\ others = 0

(* A node that is connected to an earlier run of the database gets errors. *)
Connected(n) == link[n] = run

Complete(count) == IF EdgeFacts THEN count = Needed ELSE count >= Needed

Satisfied == IF Cardinality(facts) < Needed THEN Cardinality(facts) ELSE Needed

-----------------------------------------------------------------------------
(* The world outside: executors report, and report again.                  *)

Finish(p) ==
  /\ p \notin finished
  /\ finished' = finished \union {p}
  /\ unacked' = unacked \union {p}
  /\ UNCHANGED <<durable, lock, work, memory, starts, servers, bounds>>

(* An unanswered report is repeated for ever; an answered one sometimes.   *)
Receive(n, p) ==
  /\ work[n].step = "idle"
  /\ p \in finished
  /\ \/ p \in unacked /\ UNCHANGED duplicates
     \/ p \notin unacked /\ duplicates < MaxDuplicates /\ duplicates' = duplicates + 1
  /\ work' = [work EXCEPT ![n] = [step |-> "lock", report |-> p, resumes |-> "guard"]]
  /\ UNCHANGED <<durable, lock, memory, outside, servers, crashes, pauses, others>>

-----------------------------------------------------------------------------
(* The transaction of a completion, one step at a time. What it will write *)
(* is staged in the node's memory and becomes durable at the commit only.  *)

Lock(n) ==
  /\ work[n].step = "lock"
  /\ Connected(n)
  /\ lock = "free"
  /\ lock' = n
  /\ work' = [work EXCEPT ![n] =
       [step |-> work[n].resumes, report |-> work[n].report, recalled |-> FALSE, version |-> version,
        parent |-> parent, facts |-> facts, counter |-> counter, child |-> child]]
  /\ UNCHANGED <<durable, memory, outside, servers, bounds>>

(* It locks nothing before the commit.                                     *)
Recall(n) ==
  LET m == memory[n]
  IN
  /\ OneCommit
  /\ work[n].step = "lock"
  /\ m # Nothing
  /\ work' = [work EXCEPT ![n] =
       [step |-> "guard", report |-> work[n].report, recalled |-> TRUE, version |-> m.version,
        parent |-> m.parent, facts |-> m.facts, counter |-> m.counter, child |-> m.child]]
  /\ UNCHANGED <<durable, lock, memory, outside, servers, bounds>>

(* The memory is not enough: the node forgets it, and locks and reads.     *)
LookUp(n) ==
  /\ work' = [work EXCEPT ![n] = [step |-> "lock", report |-> work[n].report, resumes |-> "guard"]]
  /\ memory' = [memory EXCEPT ![n] = Nothing]
  /\ UNCHANGED <<durable, lock>>

(* The state guard: a report of a parent that has ended is a repetition.   *)
Guard(n) ==
  LET w == work[n]
      p == w.report
  IN
  /\ w.step = "guard"
  /\ w.recalled \/ Connected(n)
  /\ IF EdgeFacts /\ w.parent[p] # "running" /\ w.recalled
     THEN LookUp(n)
     ELSE IF EdgeFacts /\ w.parent[p] # "running"
     THEN /\ lock' = "free"
          /\ work' = [work EXCEPT ![n] = [step |-> "ack", report |-> p]]
          /\ UNCHANGED <<durable, memory>>
     ELSE IF OneCommit
     THEN /\ work' = [work EXCEPT ![n].step = "fact", ![n].parent[p] = "success"]
          /\ UNCHANGED <<durable, lock, memory>>
     ELSE /\ parent' = [parent EXCEPT ![p] = "success"]
          /\ version' = version + 1
          /\ lock' = "free"
          /\ work' = [work EXCEPT ![n] = [step |-> "lock", report |-> p, resumes |-> "fact"]]
          /\ UNCHANGED <<facts, counter, child, was, attempt, memory>>
  /\ UNCHANGED <<outside, servers, bounds>>

WriteFact(n) ==
  LET w == work[n]
      p == w.report
      new == ~EdgeFacts \/ p \notin w.facts
      recorded == FactsWhilePaused \/ w.child # "paused"
  IN
  /\ w.step = "fact"
  /\ work' = [work EXCEPT
       ![n].step = "ready",
       ![n].facts = IF recorded THEN @ \union {p} ELSE @,
       ![n].counter = IF recorded /\ new /\ (@ < Needed \/ ~StopsAtNeeded) THEN @ + 1 ELSE @]
  /\ UNCHANGED <<durable, lock, memory, outside, servers, bounds>>

DecideReadiness(n) ==
  LET w == work[n]
  IN
  /\ w.step = "ready"
  /\ work' = [work EXCEPT
       ![n].step = "commit",
       ![n].child = IF @ = "waiting" /\ Complete(w.counter) THEN "pending" ELSE @]
  /\ UNCHANGED <<durable, lock, memory, outside, servers, bounds>>

(* A node that decided from memory locks the batch now, if its version is  *)
(* unchanged. It writes only what the report changes.                      *)
Commit(n) ==
  LET w == work[n]
  IN
  /\ w.step = "commit"
  /\ Connected(n)
  /\ w.recalled => lock = "free"
  /\ IF w.recalled /\ CheckedRecall /\ w.version # version
     THEN LookUp(n)
     ELSE /\ parent' = [parent EXCEPT ![w.report] = w.parent[w.report]]
          /\ facts' = facts \union (w.facts \intersect {w.report})
          /\ counter' = w.counter
          /\ child' = w.child
          /\ version' = version + 1
          /\ lock' = "free"
          /\ work' = [work EXCEPT ![n] = [step |-> "ack", report |-> w.report]]
          /\ memory' = [memory EXCEPT ![n] =
               IF n \in Remembering
               THEN [version |-> version + 1, parent |-> w.parent, facts |-> w.facts,
                     counter |-> w.counter, child |-> w.child]
               ELSE Nothing]
          /\ UNCHANGED <<was, attempt>>
  /\ UNCHANGED <<outside, servers, bounds>>

Acknowledge(n) ==
  /\ work[n].step = "ack"
  /\ unacked' = unacked \ {work[n].report}
  /\ work' = [work EXCEPT ![n] = Idle]
  /\ UNCHANGED <<durable, lock, memory, finished, starts, servers, bounds>>

Crash(n) ==
  /\ work[n].step # "idle"
  /\ crashes < MaxCrashes
  /\ crashes' = crashes + 1
  /\ work' = [work EXCEPT ![n] = Idle]
  /\ memory' = [memory EXCEPT ![n] = Nothing]
  /\ lock' = IF lock = n THEN "free" ELSE lock
  /\ link' = [link EXCEPT ![n] = run]
  /\ UNCHANGED <<durable, outside, standby, run, duplicates, pauses, others>>

-----------------------------------------------------------------------------
(* A promoted standby has the commits that reached it before.              *)

Replicate ==
  /\ run < MaxFailovers
  /\ standby' = durable
  /\ UNCHANGED <<durable, lock, work, memory, outside, run, link, bounds>>

FailOver ==
  /\ run < MaxFailovers
  /\ run' = run + 1
  /\ lock' = "free"
  /\ parent' = standby[1]
  /\ facts' = standby[2]
  /\ counter' = standby[3]
  /\ child' = standby[4]
  /\ was' = standby[5]
  /\ attempt' = standby[6]
  /\ version' = standby[7]
  /\ UNCHANGED <<work, memory, outside, standby, link, bounds>>

(* A node notices when it next uses its connection, and reconnects.        *)
Reconnect(n) ==
  /\ ~Connected(n)
  /\ work[n].step \notin {"idle", "ack"}
  /\ link' = [link EXCEPT ![n] = run]
  /\ work' = [work EXCEPT ![n] = Idle]
  /\ memory' = IF ForgetsWhenLost THEN [memory EXCEPT ![n] = Nothing] ELSE memory
  /\ UNCHANGED <<durable, lock, outside, standby, run, bounds>>

(* Another task of the batch changes.                                      *)
Other ==
  /\ lock = "free"
  /\ others < MaxOthers
  /\ others' = others + 1
  /\ version' = version + 1
  /\ UNCHANGED <<parent, facts, counter, child, was, attempt, lock, work, memory, outside, servers,
                 crashes, duplicates, pauses>>

(* Another task returns: one transaction cancels all that has not ended.   *)
Return ==
  /\ Returns
  /\ lock = "free"
  /\ child \notin {"done", "canceled"}
  /\ child' = "canceled"
  /\ parent' = [p \in Parents |-> IF parent[p] = "running" THEN "canceled" ELSE parent[p]]
  /\ version' = IF EndMovesVersion THEN version + 1 ELSE version
  /\ UNCHANGED <<facts, counter, was, attempt, lock, work, memory, outside, servers, bounds>>

-----------------------------------------------------------------------------
(* The child: claimed by a node that saw it pending, retried, paused.      *)

SeePending(n) ==
  /\ work[n].step = "idle"
  /\ Connected(n)
  /\ child = "pending"
  /\ work' = [work EXCEPT ![n] = [step |-> "claim"]]
  /\ UNCHANGED <<durable, lock, memory, outside, servers, bounds>>

Claim(n) ==
  /\ work[n].step = "claim"
  /\ Connected(n)
  /\ lock = "free"
  /\ work' = [work EXCEPT ![n] = Idle]
  /\ IF child = "pending" \/ ~GuardedClaim
     THEN /\ child' = "running"
          /\ starts' = [starts EXCEPT ![attempt] = @ + 1]
     ELSE UNCHANGED <<child, starts>>
  /\ UNCHANGED <<parent, facts, counter, was, attempt, version, lock, memory, finished, unacked, servers, bounds>>

End ==
  /\ child = "running"
  /\ lock = "free"
  /\ \/ child' = "done" /\ UNCHANGED attempt
     \/ attempt < MaxAttempts /\ child' = "pending" /\ attempt' = attempt + 1
  /\ version' = version + 1
  /\ UNCHANGED <<parent, facts, counter, was, lock, work, memory, outside, servers, bounds>>

Pause ==
  /\ child \in {"waiting", "pending"}
  /\ lock = "free"
  /\ pauses < MaxPauses
  /\ pauses' = pauses + 1
  /\ was' = child
  /\ child' = "paused"
  /\ version' = version + 1
  /\ UNCHANGED <<parent, facts, counter, attempt, lock, work, memory, outside, servers, crashes, duplicates, others>>

Resume ==
  /\ child = "paused"
  /\ lock = "free"
  /\ child' = IF was = "waiting" /\ Complete(counter) THEN "pending" ELSE was
  /\ version' = version + 1
  /\ UNCHANGED <<parent, facts, counter, was, attempt, lock, work, memory, outside, servers, bounds>>

-----------------------------------------------------------------------------
Transaction(n) ==
  \/ Lock(n) \/ Recall(n) \/ Guard(n) \/ WriteFact(n) \/ DecideReadiness(n) \/ Commit(n) \/ Acknowledge(n)
  \/ Claim(n) \/ Reconnect(n)

Next ==
  \/ \E p \in Parents : Finish(p)
  \/ \E n \in Nodes, p \in Parents : Receive(n, p)
  \/ \E n \in Nodes : Transaction(n) \/ Crash(n) \/ SeePending(n)
  \/ End \/ Pause \/ Resume
  \/ Replicate \/ FailOver \/ Other \/ Return

(* Crashes, pauses, a return and repetitions of answered reports may happen *)
(* but need not; every other step is taken as long as one is possible. No behaviour *)
(* is endless, so one fairness condition is enough.                        *)
Progress ==
  \/ \E p \in Parents : Finish(p)
  \/ \E n \in Nodes, p \in unacked : Receive(n, p)
  \/ \E n \in Nodes : Transaction(n) \/ SeePending(n)
  \/ End \/ Resume

Spec == Init /\ [][Next]_vars /\ WF_vars(Progress)

-----------------------------------------------------------------------------
TypeOK ==
  /\ parent \in [Parents -> {"running", "success", "canceled"}]
  /\ facts \subseteq Parents
  /\ counter \in Nat
  /\ child \in {"waiting", "pending", "running", "done", "canceled", "paused"}
  /\ was \in {"waiting", "pending"}
  /\ lock \in Nodes \union {"free"}

StartedAtMostOncePerAttempt == \A a \in 0..MaxAttempts : starts[a] <= 1

(* A paused child counts as what it was, except for facts written since.   *)
ReadyIffEnoughEdgesSatisfied ==
  /\ child \in {"pending", "running", "done"} => Satisfied = Needed
  /\ child = "waiting" => Satisfied < Needed
  /\ child = "paused" /\ was = "pending" => Satisfied = Needed

CounterIsNumberOfFacts == counter = Satisfied

(* An answered report is recorded, unless a failover lost it. One that     *)
(* came after the end of its batch was refused.                            *)
NoLostCompletion == \A p \in finished \ unacked : p \in facts \/ parent[p] = "canceled"

(* A completion and its facts are never seen apart.                        *)
EndedIffRecorded == \A p \in Parents : parent[p] = "success" <=> p \in facts

(* A batch that is over starts nothing, and nothing of it goes on.         *)
OverStaysOver == (\E p \in Parents : parent[p] = "canceled") => child = "canceled"

EventuallyDone == <>[](child \in {"done", "canceled"})
=============================================================================
