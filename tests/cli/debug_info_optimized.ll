target datalayout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
%"struct.geo::Vec" = type <{ %"struct.geo::Base", float, float, i8, [3 x i8], %"union.geo::Word", i8, [3 x i8] }>
%"struct.geo::Base" = type { i32 }
%"union.geo::Word" = type { i32 }
@_ZN3geo3Vec5countE = dso_local local_unnamed_addr global i32 0, align 4, !dbg !0
@counter = dso_local local_unnamed_addr addrspace(1) global i32 0, align 4, !dbg !33
@sh = dso_local local_unnamed_addr addrspace(3) global [32 x i32] zeroinitializer, align 4, !dbg !38
define dso_local ptx_kernel void @k(ptr noundef readonly captures(none) %0, ptr noundef writeonly captures(none) %1, i32 noundef %2, ptr noundef %3) local_unnamed_addr #0 !dbg !59 {
  %5 = alloca [4 x float], align 4, !DIAssignID !78
    #dbg_assign(i1 poison, !74, !DIExpression(), !78, ptr %5, !DIExpression(), !79)
    #dbg_value(ptr %0, !70, !DIExpression(), !79)
    #dbg_value(ptr %1, !71, !DIExpression(), !79)
    #dbg_value(i32 %2, !72, !DIExpression(), !79)
    #dbg_value(ptr %3, !73, !DIExpression(), !79)
  call void @llvm.lifetime.start.p0(ptr nonnull %5) #5, !dbg !80
  %6 = and i32 %2, 3, !dbg !81
  %7 = zext nneg i32 %6 to i64, !dbg !82
  %8 = getelementptr inbounds nuw float, ptr %5, i64 %7, !dbg !83
  store float 0.000000e+00, ptr %8, align 4, !dbg !84, !tbaa !85
  %9 = mul i32 %2, 3, !dbg !87
    #dbg_value(i32 %9, !77, !DIExpression(), !79)
    #dbg_value(ptr %0, !88, !DIExpression(), !102)
    #dbg_value(i32 %9, !95, !DIExpression(), !102)
    #dbg_value(float 0.000000e+00, !96, !DIExpression(), !102)
    #dbg_value(i32 0, !97, !DIExpression(), !104)
  %10 = icmp sgt i32 %2, 0, !dbg !105
  br i1 %10, label %11, label %86, !dbg !106
11:                                               ; preds = %4
  %12 = getelementptr inbounds nuw i8, ptr %0, i64 4
  %13 = load float, ptr %12, align 4, !tbaa !107
  %14 = getelementptr inbounds nuw i8, ptr %0, i64 8
  %15 = load float, ptr %14, align 4, !tbaa !111
  %16 = tail call i32 @llvm.smax.i32(i32 %9, i32 1), !dbg !106
  %17 = and i32 %16, 3, !dbg !106
  %18 = icmp slt i32 %9, 4, !dbg !106
  br i1 %18, label %66, label %19, !dbg !106
19:                                               ; preds = %11
  %20 = and i32 %16, 2147483644, !dbg !106
  br label %21, !dbg !106
21:                                               ; preds = %21, %19
  %22 = phi float [ 0.000000e+00, %19 ], [ %60, %21 ]
  %23 = phi i32 [ 0, %19 ], [ %61, %21 ]
  %24 = phi i32 [ 0, %19 ], [ %62, %21 ]
    #dbg_value(float %22, !96, !DIExpression(), !102)
    #dbg_value(i32 %23, !97, !DIExpression(), !104)
  %25 = zext nneg i32 %23 to i64, !dbg !112
  %26 = getelementptr inbounds nuw %"struct.geo::Vec", ptr %0, i64 %25, !dbg !112
  %27 = getelementptr inbounds nuw i8, ptr %26, i64 4, !dbg !113
  %28 = load float, ptr %27, align 4, !dbg !113, !tbaa !107
    #dbg_value(float %28, !99, !DIExpression(), !114)
    #dbg_value(ptr %26, !115, !DIExpression(), !120)
    #dbg_value(ptr %0, !118, !DIExpression(), !120)
  %29 = getelementptr inbounds nuw i8, ptr %26, i64 8, !dbg !122
  %30 = load float, ptr %29, align 4, !dbg !122, !tbaa !111
  %31 = fmul float %30, %15, !dbg !123
  %32 = tail call noundef float @llvm.fmuladd.f32(float %28, float %13, float %31), !dbg !124
  %33 = tail call float @llvm.fmuladd.f32(float %28, float %32, float %22), !dbg !125
    #dbg_value(float %33, !96, !DIExpression(), !102)
    #dbg_value(i32 %23, !97, !DIExpression(DW_OP_constu, 1, DW_OP_or, DW_OP_stack_value), !104)
  %34 = zext nneg i32 %23 to i64, !dbg !112
  %35 = getelementptr inbounds nuw %"struct.geo::Vec", ptr %0, i64 %34, !dbg !112
  %36 = getelementptr inbounds nuw i8, ptr %35, i64 28, !dbg !113
  %37 = load float, ptr %36, align 4, !dbg !113, !tbaa !107
    #dbg_value(float %37, !99, !DIExpression(), !114)
    #dbg_value(ptr %35, !115, !DIExpression(DW_OP_plus_uconst, 24, DW_OP_stack_value), !120)
  %38 = getelementptr inbounds nuw i8, ptr %35, i64 32, !dbg !122
  %39 = load float, ptr %38, align 4, !dbg !122, !tbaa !111
  %40 = fmul float %39, %15, !dbg !123
  %41 = tail call noundef float @llvm.fmuladd.f32(float %37, float %13, float %40), !dbg !124
  %42 = tail call float @llvm.fmuladd.f32(float %37, float %41, float %33), !dbg !125
    #dbg_value(float %42, !96, !DIExpression(), !102)
    #dbg_value(i32 %23, !97, !DIExpression(DW_OP_constu, 2, DW_OP_or, DW_OP_stack_value), !104)
  %43 = zext nneg i32 %23 to i64, !dbg !112
  %44 = getelementptr inbounds nuw %"struct.geo::Vec", ptr %0, i64 %43, !dbg !112
  %45 = getelementptr inbounds nuw i8, ptr %44, i64 52, !dbg !113
  %46 = load float, ptr %45, align 4, !dbg !113, !tbaa !107
    #dbg_value(float %46, !99, !DIExpression(), !114)
    #dbg_value(ptr %44, !115, !DIExpression(DW_OP_plus_uconst, 48, DW_OP_stack_value), !120)
  %47 = getelementptr inbounds nuw i8, ptr %44, i64 56, !dbg !122
  %48 = load float, ptr %47, align 4, !dbg !122, !tbaa !111
  %49 = fmul float %48, %15, !dbg !123
  %50 = tail call noundef float @llvm.fmuladd.f32(float %46, float %13, float %49), !dbg !124
  %51 = tail call float @llvm.fmuladd.f32(float %46, float %50, float %42), !dbg !125
    #dbg_value(float %51, !96, !DIExpression(), !102)
    #dbg_value(i32 %23, !97, !DIExpression(DW_OP_constu, 3, DW_OP_or, DW_OP_stack_value), !104)
  %52 = zext nneg i32 %23 to i64, !dbg !112
  %53 = getelementptr inbounds nuw %"struct.geo::Vec", ptr %0, i64 %52, !dbg !112
  %54 = getelementptr inbounds nuw i8, ptr %53, i64 76, !dbg !113
  %55 = load float, ptr %54, align 4, !dbg !113, !tbaa !107
    #dbg_value(float %55, !99, !DIExpression(), !114)
    #dbg_value(ptr %53, !115, !DIExpression(DW_OP_plus_uconst, 72, DW_OP_stack_value), !120)
  %56 = getelementptr inbounds nuw i8, ptr %53, i64 80, !dbg !122
  %57 = load float, ptr %56, align 4, !dbg !122, !tbaa !111
  %58 = fmul float %57, %15, !dbg !123
  %59 = tail call noundef float @llvm.fmuladd.f32(float %55, float %13, float %58), !dbg !124
  %60 = tail call float @llvm.fmuladd.f32(float %55, float %59, float %51), !dbg !125
    #dbg_value(float %60, !96, !DIExpression(), !102)
  %61 = add nuw nsw i32 %23, 4, !dbg !126
    #dbg_value(i32 %61, !97, !DIExpression(), !104)
  %62 = add i32 %24, 4, !dbg !106
  %63 = icmp eq i32 %62, %20, !dbg !106
  br i1 %63, label %64, label %21, !dbg !106, !llvm.loop !127
64:                                               ; preds = %21
  %65 = icmp eq i32 %17, 0, !dbg !106
  br i1 %65, label %86, label %66, !dbg !106
66:                                               ; preds = %64, %11
  %67 = phi float [ 0.000000e+00, %11 ], [ %60, %64 ]
  %68 = phi i32 [ 0, %11 ], [ %61, %64 ]
  %69 = icmp ne i32 %17, 0, !dbg !106
  tail call void @llvm.assume(i1 %69), !dbg !106
  br label %70, !dbg !106
70:                                               ; preds = %70, %66
  %71 = phi float [ %67, %66 ], [ %82, %70 ]
  %72 = phi i32 [ %68, %66 ], [ %83, %70 ]
  %73 = phi i32 [ 0, %66 ], [ %84, %70 ]
    #dbg_value(float %71, !96, !DIExpression(), !102)
    #dbg_value(i32 %72, !97, !DIExpression(), !104)
  %74 = zext nneg i32 %72 to i64, !dbg !112
  %75 = getelementptr inbounds nuw %"struct.geo::Vec", ptr %0, i64 %74, !dbg !112
  %76 = getelementptr inbounds nuw i8, ptr %75, i64 4, !dbg !113
  %77 = load float, ptr %76, align 4, !dbg !113, !tbaa !107
    #dbg_value(float %77, !99, !DIExpression(), !114)
    #dbg_value(ptr %75, !115, !DIExpression(), !120)
    #dbg_value(ptr %0, !118, !DIExpression(), !120)
  %78 = getelementptr inbounds nuw i8, ptr %75, i64 8, !dbg !122
  %79 = load float, ptr %78, align 4, !dbg !122, !tbaa !111
  %80 = fmul float %79, %15, !dbg !123
  %81 = tail call noundef float @llvm.fmuladd.f32(float %77, float %13, float %80), !dbg !124
  %82 = tail call float @llvm.fmuladd.f32(float %77, float %81, float %71), !dbg !125
    #dbg_value(float %82, !96, !DIExpression(), !102)
  %83 = add nuw nsw i32 %72, 1, !dbg !126
    #dbg_value(i32 %83, !97, !DIExpression(), !104)
  %84 = add i32 %73, 1, !dbg !106
  %85 = icmp eq i32 %84, %17, !dbg !106
  br i1 %85, label %86, label %70, !dbg !106, !llvm.loop !130
86:                                               ; preds = %64, %70, %4
  %87 = phi float [ 0.000000e+00, %4 ], [ %60, %64 ], [ %82, %70 ], !dbg !102
  %88 = and i32 %9, 3, !dbg !132
  %89 = zext nneg i32 %88 to i64, !dbg !133
  %90 = getelementptr inbounds nuw float, ptr %5, i64 %89, !dbg !133
  %91 = load float, ptr %90, align 4, !dbg !133, !tbaa !85
  %92 = fadd float %87, %91, !dbg !134
  %93 = load volatile i8, ptr %3, align 1, !dbg !135, !tbaa !136
  %94 = sitofp i8 %93 to float, !dbg !135
  %95 = fadd float %92, %94, !dbg !137
  store float %95, ptr %1, align 4, !dbg !138, !tbaa !85
  store i32 %9, ptr addrspace(1) @counter, align 4, !dbg !139, !tbaa !55
  %96 = load i32, ptr @_ZN3geo3Vec5countE, align 4, !dbg !140, !tbaa !55
  store i32 %96, ptr addrspace(3) @sh, align 4, !dbg !141, !tbaa !55
  call void @llvm.lifetime.end.p0(ptr nonnull %5) #5, !dbg !142
  ret void, !dbg !142
}
declare void @llvm.lifetime.start.p0(ptr captures(none)) #1
declare void @llvm.lifetime.end.p0(ptr captures(none)) #1
declare float @llvm.fmuladd.f32(float, float, float) #2
declare i32 @llvm.smax.i32(i32, i32) #3
declare void @llvm.assume(i1 noundef) #4
attributes #0 = { mustprogress nofree norecurse nounwind memory(readwrite, target_mem0: none, target_mem1: none) "frame-pointer"="all" "no-builtins" "no-trapping-math"="true" "stack-protector-buffer-size"="8"  }
attributes #1 = { mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite) }
attributes #2 = { mustprogress nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #3 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
attributes #4 = { nocallback nofree nosync nounwind willreturn memory(inaccessiblemem: write) }
attributes #5 = { nounwind }
!llvm.dbg.cu = !{!35}
!llvm.module.flags = !{!50, !51, !52, !53}
!llvm.errno.tbaa = !{!55}
!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(name: "count", linkageName: "_ZN3geo3Vec5countE", scope: !2, file: !3, line: 15, type: !4, isLocal: false, isDefinition: true, declaration: !5)
!2 = !DINamespace(name: "geo", scope: null)
!3 = !DIFile(filename: "t.cpp", directory: "/src")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DIDerivedType(tag: DW_TAG_member, name: "count", scope: !6, file: !3, line: 12, baseType: !4, flags: DIFlagStaticMember)
!6 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Vec", scope: !2, file: !3, line: 7, size: 192, flags: DIFlagTypePassByValue, elements: !7, identifier: "_ZTSN3geo3VecE")
!7 = !{!8, !12, !14, !15, !21, !26, !5, !27}
!8 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !6, baseType: !9, extraData: i32 0)
!9 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "Base", scope: !2, file: !3, line: 4, size: 32, flags: DIFlagTypePassByValue, elements: !10, identifier: "_ZTSN3geo4BaseE")
!10 = !{!11}
!11 = !DIDerivedType(tag: DW_TAG_member, name: "b", scope: !9, file: !3, line: 4, baseType: !4, size: 32)
!12 = !DIDerivedType(tag: DW_TAG_member, name: "x", scope: !6, file: !3, line: 8, baseType: !13, size: 32, offset: 32)
!13 = !DIBasicType(name: "float", size: 32, encoding: DW_ATE_float)
!14 = !DIDerivedType(tag: DW_TAG_member, name: "y", scope: !6, file: !3, line: 8, baseType: !13, size: 32, offset: 64)
!15 = !DIDerivedType(tag: DW_TAG_member, name: "kind", scope: !6, file: !3, line: 9, baseType: !16, size: 8, offset: 96)
!16 = !DICompositeType(tag: DW_TAG_enumeration_type, name: "Kind", scope: !2, file: !3, line: 6, baseType: !17, size: 8, flags: DIFlagEnumClass, elements: !18, identifier: "_ZTSN3geo4KindE")
!17 = !DIBasicType(name: "unsigned char", size: 8, encoding: DW_ATE_unsigned_char)
!18 = !{!19, !20}
!19 = !DIEnumerator(name: "none", value: 0, isUnsigned: true)
!20 = !DIEnumerator(name: "some", value: 7, isUnsigned: true)
!21 = !DIDerivedType(tag: DW_TAG_member, name: "word", scope: !6, file: !3, line: 10, baseType: !22, size: 32, offset: 128)
!22 = distinct !DICompositeType(tag: DW_TAG_union_type, name: "Word", scope: !2, file: !3, line: 5, size: 32, flags: DIFlagTypePassByValue, elements: !23, identifier: "_ZTSN3geo4WordE")
!23 = !{!24, !25}
!24 = !DIDerivedType(tag: DW_TAG_member, name: "i", scope: !22, file: !3, line: 5, baseType: !4, size: 32)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "f", scope: !22, file: !3, line: 5, baseType: !13, size: 32)
!26 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !6, file: !3, line: 11, baseType: !4, size: 3, offset: 160, flags: DIFlagBitField, extraData: i64 160)
!27 = !DISubprogram(name: "dot", linkageName: "_ZNK3geo3Vec3dotERKS0_", scope: !6, file: !3, line: 13, type: !28, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!28 = !DISubroutineType(types: !29)
!29 = !{!13, !30, !32}
!30 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64, flags: DIFlagArtificial | DIFlagObjectPointer)
!31 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !6)
!32 = !DIDerivedType(tag: DW_TAG_reference_type, baseType: !31, size: 64)
!33 = !DIGlobalVariableExpression(var: !34, expr: !DIExpression(DW_OP_constu, 5, DW_OP_swap, DW_OP_xderef))
!34 = distinct !DIGlobalVariable(name: "counter", scope: !35, file: !3, line: 18, type: !4, isLocal: false, isDefinition: true)
!35 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !3, producer: "front end", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug, enums: !36, globals: !37, splitDebugInlining: false, nameTableKind: None)
!36 = !{!16}
!37 = !{!0, !33, !38, !43}
!38 = !DIGlobalVariableExpression(var: !39, expr: !DIExpression(DW_OP_constu, 8, DW_OP_swap, DW_OP_xderef))
!39 = distinct !DIGlobalVariable(name: "sh", scope: !35, file: !3, line: 19, type: !40, isLocal: false, isDefinition: true)
!40 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 1024, elements: !41)
!41 = !{!42}
!42 = !DISubrange(count: 32)
!43 = !DIGlobalVariableExpression(var: !44, expr: !DIExpression(DW_OP_constu, 4, DW_OP_swap, DW_OP_xderef))
!44 = distinct !DIGlobalVariable(name: "table", linkageName: "_ZL5table", scope: !35, file: !3, line: 20, type: !45, isLocal: true, isDefinition: true)
!45 = !DICompositeType(tag: DW_TAG_array_type, baseType: !46, size: 1024, elements: !47)
!46 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !13)
!47 = !{!48, !49}
!48 = !DISubrange(count: 4)
!49 = !DISubrange(count: 8)
!50 = !{i32 2, !"Debug Info Version", i32 3}
!51 = !{i32 1, !"wchar_size", i32 4}
!52 = !{i32 7, !"frame-pointer", i32 2}
!53 = !{i32 7, !"debug-info-assignment-tracking", i1 true}
!54 = !{!"Debian clang version 22.1.8 (1~deb12u1)"}
!55 = !{!56, !56, i64 0}
!56 = !{!"int", !57, i64 0}
!57 = !{!"omnipotent char", !58, i64 0}
!58 = !{!"Simple C++ TBAA"}
!59 = distinct !DISubprogram(name: "k", scope: !3, file: !3, line: 26, type: !60, scopeLine: 26, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !35, retainedNodes: !69)
!60 = !DISubroutineType(cc: DW_CC_LLVM_DeviceKernel, types: !61)
!61 = !{null, !62, !64, !4, !65}
!62 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !63, size: 64)
!63 = !DIDerivedType(tag: DW_TAG_typedef, name: "V", file: !3, line: 17, baseType: !6)
!64 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!65 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !66, size: 64)
!66 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !67)
!67 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !68)
!68 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!69 = !{!70, !71, !72, !73, !74, !77}
!70 = !DILocalVariable(name: "v", arg: 1, scope: !59, file: !3, line: 26, type: !62)
!71 = !DILocalVariable(name: "out", arg: 2, scope: !59, file: !3, line: 26, type: !64)
!72 = !DILocalVariable(name: "n", arg: 3, scope: !59, file: !3, line: 26, type: !4)
!73 = !DILocalVariable(name: "p", arg: 4, scope: !59, file: !3, line: 26, type: !65)
!74 = !DILocalVariable(name: "local", scope: !59, file: !3, line: 27, type: !75)
!75 = !DICompositeType(tag: DW_TAG_array_type, baseType: !13, size: 128, elements: !76)
!76 = !{!48}
!77 = !DILocalVariable(name: "m", scope: !59, file: !3, line: 29, type: !4)
!78 = distinct !DIAssignID()
!79 = !DILocation(line: 0, scope: !59)
!80 = !DILocation(line: 27, column: 3, scope: !59)
!81 = !DILocation(line: 28, column: 26, scope: !59)
!82 = !DILocation(line: 28, column: 18, scope: !59)
!83 = !DILocation(line: 28, column: 3, scope: !59)
!84 = !DILocation(line: 28, column: 16, scope: !59)
!85 = !{!86, !86, i64 0}
!86 = !{!"float", !57, i64 0}
!87 = !DILocation(line: 29, column: 13, scope: !59)
!88 = !DILocalVariable(name: "v", arg: 1, scope: !89, file: !3, line: 21, type: !92)
!89 = distinct !DISubprogram(name: "helper", linkageName: "_ZL6helperPKN3geo3VecEi", scope: !3, file: !3, line: 21, type: !90, scopeLine: 21, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition | DISPFlagOptimized, unit: !35, retainedNodes: !94)
!90 = !DISubroutineType(types: !91)
!91 = !{!13, !92, !4}
!92 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !93, size: 64)
!93 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !63)
!94 = !{!88, !95, !96, !97, !99}
!95 = !DILocalVariable(name: "n", arg: 2, scope: !89, file: !3, line: 21, type: !4)
!96 = !DILocalVariable(name: "s", scope: !89, file: !3, line: 22, type: !13)
!97 = !DILocalVariable(name: "i", scope: !98, file: !3, line: 23, type: !4)
!98 = distinct !DILexicalBlock(scope: !89, file: !3, line: 23, column: 3)
!99 = !DILocalVariable(name: "t", scope: !100, file: !3, line: 23, type: !13)
!100 = distinct !DILexicalBlock(scope: !101, file: !3, line: 23, column: 31)
!101 = distinct !DILexicalBlock(scope: !98, file: !3, line: 23, column: 3)
!102 = !DILocation(line: 0, scope: !89, inlinedAt: !103)
!103 = distinct !DILocation(line: 30, column: 10, scope: !59)
!104 = !DILocation(line: 0, scope: !98, inlinedAt: !103)
!105 = !DILocation(line: 23, column: 21, scope: !101, inlinedAt: !103)
!106 = !DILocation(line: 23, column: 3, scope: !98, inlinedAt: !103)
!107 = !{!108, !86, i64 4}
!108 = !{!"_ZTSN3geo3VecE", !109, i64 0, !86, i64 4, !86, i64 8, !110, i64 12, !57, i64 16, !56, i64 20}
!109 = !{!"_ZTSN3geo4BaseE", !56, i64 0}
!110 = !{!"_ZTSN3geo4KindE", !57, i64 0}
!111 = !{!108, !86, i64 8}
!112 = !DILocation(line: 23, column: 43, scope: !100, inlinedAt: !103)
!113 = !DILocation(line: 23, column: 48, scope: !100, inlinedAt: !103)
!114 = !DILocation(line: 0, scope: !100, inlinedAt: !103)
!115 = !DILocalVariable(name: "this", arg: 1, scope: !116, type: !119, flags: DIFlagArtificial | DIFlagObjectPointer)
!116 = distinct !DISubprogram(name: "dot", linkageName: "_ZNK3geo3Vec3dotERKS0_", scope: !6, file: !3, line: 13, type: !28, scopeLine: 13, flags: DIFlagPrototyped, spFlags: DISPFlagDefinition | DISPFlagOptimized, unit: !35, declaration: !27, retainedNodes: !117)
!117 = !{!115, !118}
!118 = !DILocalVariable(name: "o", arg: 2, scope: !116, file: !3, line: 13, type: !32)
!119 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !31, size: 64)
!120 = !DILocation(line: 0, scope: !116, inlinedAt: !121)
!121 = distinct !DILocation(line: 23, column: 65, scope: !100, inlinedAt: !103)
!122 = !DILocation(line: 13, column: 52, scope: !116, inlinedAt: !121)
!123 = !DILocation(line: 13, column: 54, scope: !116, inlinedAt: !121)
!124 = !DILocation(line: 13, column: 50, scope: !116, inlinedAt: !121)
!125 = !DILocation(line: 23, column: 53, scope: !100, inlinedAt: !103)
!126 = !DILocation(line: 23, column: 27, scope: !101, inlinedAt: !103)
!127 = distinct !{!127, !106, !128, !129}
!128 = !DILocation(line: 23, column: 76, scope: !98, inlinedAt: !103)
!129 = !{!"llvm.loop.mustprogress"}
!130 = distinct !{!130, !131}
!131 = !{!"llvm.loop.unroll.disable"}
!132 = !DILocation(line: 30, column: 33, scope: !59)
!133 = !DILocation(line: 30, column: 25, scope: !59)
!134 = !DILocation(line: 30, column: 23, scope: !59)
!135 = !DILocation(line: 30, column: 40, scope: !59)
!136 = !{!57, !57, i64 0}
!137 = !DILocation(line: 30, column: 38, scope: !59)
!138 = !DILocation(line: 30, column: 8, scope: !59)
!139 = !DILocation(line: 31, column: 11, scope: !59)
!140 = !DILocation(line: 32, column: 11, scope: !59)
!141 = !DILocation(line: 32, column: 9, scope: !59)
!142 = !DILocation(line: 33, column: 1, scope: !59)
